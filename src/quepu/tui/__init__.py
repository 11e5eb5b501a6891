"""A table in the terminal: `quepu play`. The screens need Textual; everything else here does not."""
