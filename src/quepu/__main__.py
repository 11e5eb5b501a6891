"""`python -m quepu` is the `quepu` command."""

from quepu.cli import main

main()
