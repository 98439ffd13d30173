from assay.notebook import open_library as open  # noqa: A004

__all__ = ["__version__", "open"]
__version__: str
