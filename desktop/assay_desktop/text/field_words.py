"""What the fields and types of an item are called in the window; the core calls them by CSL's names."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def _tr(text: str) -> str:
    return QCoreApplication.translate("field_words", text)


def field_words() -> dict[str, str]:
    """CSL variable -> its name, in the order in which fields are shown."""
    return {
        "editor": _tr("Editors"),
        "translator": _tr("Translators"),
        "collection-editor": _tr("Series editors"),
        "container-author": _tr("Authors of the book"),
        "container-title": _tr("Published in"),
        "container-title-short": _tr("Short name of the journal"),
        "volume": _tr("Volume"),
        "issue": _tr("Issue"),
        "number": _tr("Number"),
        "page": _tr("Pages"),
        "chapter-number": _tr("Chapter"),
        "section": _tr("Section"),
        "issued": _tr("Date"),
        "publisher": _tr("Publisher"),
        "publisher-place": _tr("Place"),
        "edition": _tr("Edition"),
        "version": _tr("Version"),
        "collection-title": _tr("Series"),
        "collection-number": _tr("Number in the series"),
        "number-of-volumes": _tr("Number of volumes"),
        "number-of-pages": _tr("Number of pages"),
        "event-title": _tr("Event"),
        "event-place": _tr("Place of the event"),
        "event-date": _tr("Date of the event"),
        "genre": _tr("Kind of work"),
        "medium": _tr("Medium"),
        "status": _tr("Status"),
        "language": _tr("Language"),
        "title-short": _tr("Short title"),
        "original-title": _tr("Original title"),
        "original-date": _tr("Original date"),
        "original-publisher": _tr("Original publisher"),
        "original-publisher-place": _tr("Original place"),
        "ISBN": _tr("ISBN"),
        "ISSN": _tr("ISSN"),
        "PMCID": _tr("PMCID"),
        "PMID": _tr("PMID"),
        "URL": _tr("URL"),
        "accessed": _tr("Accessed"),
        "keyword": _tr("Keywords"),
        "license": _tr("License"),
        "source": _tr("Catalogue"),
        "archive": _tr("Archive"),
        "archive_location": _tr("Place in the archive"),
        "call-number": _tr("Call number"),
        "dimensions": _tr("Dimensions"),
        "scale": _tr("Scale"),
        "note": _tr("Note"),
        "annote": _tr("Annotation"),
    }


def type_words() -> dict[str, str]:
    """CSL type -> its name, the common ones first."""
    return {
        "article-journal": _tr("Journal article"),
        "paper-conference": _tr("Conference paper"),
        "article": _tr("Preprint"),
        "book": _tr("Book"),
        "chapter": _tr("Chapter of a book"),
        "thesis": _tr("Thesis"),
        "report": _tr("Report"),
        "dataset": _tr("Data set"),
        "software": _tr("Software"),
        "webpage": _tr("Web page"),
        "document": _tr("Document"),
        "manuscript": _tr("Manuscript"),
        "patent": _tr("Patent"),
        "standard": _tr("Standard"),
        "article-magazine": _tr("Magazine article"),
        "article-newspaper": _tr("Newspaper article"),
        "entry-dictionary": _tr("Entry of a dictionary"),
        "entry-encyclopedia": _tr("Entry of an encyclopedia"),
        "review": _tr("Review"),
        "review-book": _tr("Review of a book"),
        "speech": _tr("Talk"),
        "periodical": _tr("Periodical"),
        "pamphlet": _tr("Booklet"),
        "post": _tr("Post"),
        "post-weblog": _tr("Blog post"),
        "graphic": _tr("Picture"),
        "figure": _tr("Figure"),
        "map": _tr("Map"),
        "motion_picture": _tr("Film"),
        "broadcast": _tr("Broadcast"),
        "song": _tr("Sound recording"),
        "legal_case": _tr("Court case"),
        "legislation": _tr("Law"),
        "bill": _tr("Bill"),
        "hearing": _tr("Hearing"),
        "interview": _tr("Interview"),
        "personal_communication": _tr("Letter"),
        "classic": _tr("Classical work"),
        "collection": _tr("Collection of works"),
    }
