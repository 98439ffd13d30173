"""The parts of a multi-format model as torch knows them; only `folder` and training import them."""
