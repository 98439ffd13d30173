"""LOOK-UPS: what hosts on the network know of a paper, asked only where a person has turned the host on.

This is the one room of the program that opens a connection. It knows papers and no library.
"""

from assay.lookup.answers import Answers
from assay.lookup.consent import Consent
from assay.lookup.hosts import HOSTS, Host, Question, questions
from assay.lookup.journal import Journal, SentRequest
from assay.lookup.requests import Asker, HostAway
from assay.lookup.suggesting import Open, Suggestion, suggest

__all__ = [
    "HOSTS",
    "Answers",
    "Asker",
    "Consent",
    "Host",
    "HostAway",
    "Journal",
    "Open",
    "Question",
    "SentRequest",
    "Suggestion",
    "questions",
    "suggest",
]
