"""The documentation site: `make docs` builds it into out/docs, from these pages and the program."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import described

from assay import __version__

project = "Assay"
author = "The Assay maintainers"
version = release = __version__
html_title = f"Assay {__version__}"
html_show_copyright = False
language = "en"
smartquotes = False  # "--json" is no dash

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["pictures", "charts", "figures"]
nitpicky = True
nitpick_ignore_regex = [("py:class", r"(?!assay\.).*|assay\.(workspace|models)\..*")]  # not on the site
myst_heading_anchors = 4  # as the links of the guide, which the window follows too, name its headings
myst_enable_extensions = ["deflist"]
default_role = "code"  # as docstrings write it
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
add_module_names = False

html_theme = "furo"
html_show_sourcelink = False
html_copy_source = False
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_theme_options = {
    "light_css_variables": {
        "font-stack": "system-ui, sans-serif",
        "color-brand-primary": "#2F6F6A",
        "color-brand-content": "#2F6F6A",
    },
    "dark_css_variables": {"color-brand-primary": "#6FC2BA", "color-brand-content": "#6FC2BA"},
}


def setup(app: described.Sphinx) -> None:
    """Fill in what is generated, and draw the figures in the colours of the page."""
    app.connect("source-read", described.fill_in)
    app.connect("doctree-resolved", described.draw_figures)
    app.add_source_suffix(".ipynb", "ipynb")
    app.add_source_parser(described.NotebookParser)
