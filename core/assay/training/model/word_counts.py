"""How rare each word piece is among some papers, for models that sketch a text's words."""

from __future__ import annotations

import logging
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from assay.encoding.formats import TextTemplate
from assay.encoding.sentences.bert_sentence import token_ids
from assay.training.data.objectives.files import fault, read_objects, title_and_abstract

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_AT_ONCE = 1000
LEAST = 2

logger = logging.getLogger(__name__)


def count_words(
    path: Path, tokenizer: Tokenizer, *, words: int, template: TextTemplate
) -> tuple[int, npt.NDArray[np.int64]]:
    """The number of papers in a file of JSON Lines, and (words,) of those that hold each piece.

    Raises RecipeError for a file that cannot be read, and for one with fewer than two papers.
    """
    holding = np.zeros(words, dtype=np.int64)
    papers = 0
    texts = (template.join(*title_and_abstract(row, path, line)) for line, row in read_objects(path))
    known = filter(None, texts)
    while some := list(islice(known, _AT_ONCE)):
        for ids in token_ids(tokenizer, some):
            holding[np.unique(ids)] += 1
        papers += len(some)
    if papers < LEAST:
        raise fault(path, 0, f"holds {papers} papers: too few to tell which words are rare.")
    logger.info("counted the words of %d papers", papers)
    return papers, holding
