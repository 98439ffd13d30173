"""`python -m assay`: the command line, and how the window starts its engine and its jobs."""

from assay.cli import main

main()
