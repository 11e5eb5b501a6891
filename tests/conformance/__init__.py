"""What every rule system must keep, checked on random deals under many sets of options."""
