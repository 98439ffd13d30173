"""A small writer of PDFs: lines of type at places, in the fonts that every reader has."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

WIDTH, HEIGHT = 612, 792
_FONTS = ("Times-Roman", "Times-Bold", "Times-Italic", "Helvetica", "Helvetica-Bold", "Courier")
_PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")


@dataclass(frozen=True)
class Type:
    """A line of text. `x` and `y` are points from the upper left corner to the start of its base line."""

    text: str
    x: float
    y: float
    size: float = 10
    font: str = "Times-Roman"
    turned: bool = False  # runs upwards


def block(
    text: str, x: float, y: float, *, width: int = 80, size: float = 10, font: str = "Times-Roman"
) -> list[Type]:
    """Running text in lines of about `width` characters, 1.2 sizes apart."""
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + len(word) >= width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return [
        Type(one, x, y + at * size * 1.2, size, font)
        for at, one in enumerate([*lines, line] if line else lines)
    ]


@dataclass
class Writing:
    """The objects of a PDF as they are collected."""

    objects: list[bytes] = field(default_factory=list)

    def add(self, content: bytes) -> int:
        self.objects.append(content)
        return len(self.objects)


def pdf(
    *pages: Sequence[Type],
    info: Mapping[str, str] | None = None,
    xmp: str = "",
    picture: bool = False,
    password: str | None = None,
    copies: int = 1,
    rotate: int = 0,
    outline: Sequence[tuple[str, int, float]] = (),
) -> bytes:
    """The file. `picture` puts one on each page; `password`, which may be "", encrypts by 40 bits of RC4.

    `copies` repeats the last page in the list of pages, `rotate` shows all of them turned clockwise.
    `outline` has titles, each with its page and the height on it in points from the lower edge.
    """
    writing = Writing()
    catalog, tree = writing.add(b""), writing.add(b"")
    fonts = b" ".join(b"/F%d %d 0 R" % (at, writing.add(_font(name))) for at, name in enumerate(_FONTS))
    key, security = _security(password) if password is not None else (b"", b"")
    resources = b"/Font << " + fonts + b" >>"
    if picture:
        resources += b" /XObject << /P %d 0 R >>" % _stream(
            writing, key, zlib.compress(bytes(64 * 64)), _PICTURE
        )
    kids = []
    for page in pages:
        content = b"q 500 0 0 700 50 50 cm /P Do Q\n" if picture else b""
        stream = _stream(writing, key, content + b"".join(map(_shown, page)), b"")
        kids.append(
            writing.add(
                b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 %d %d] /Rotate %d "
                b"/Contents %d 0 R /Resources << %b >> >>" % (tree, WIDTH, HEIGHT, rotate, stream, resources)
            )
        )
    kids += kids[-1:] * (copies - 1)
    listed = b" ".join(b"%d 0 R" % kid for kid in kids)
    writing.objects[tree - 1] = b"<< /Type /Pages /Count %d /Kids [%b] >>" % (len(kids), listed)
    metadata = b""
    if xmp:
        metadata = b"/Metadata %d 0 R" % _stream(writing, b"", xmp.encode(), b"/Type /Metadata /Subtype /XML")
    if outline:
        metadata += b"/Outlines %d 0 R" % _outlines(writing, kids, outline)
    writing.objects[catalog - 1] = b"<< /Type /Catalog /Pages %d 0 R %b >>" % (tree, metadata)
    trailer = b"/Root %d 0 R" % catalog
    if info:
        number = len(writing.objects) + 1
        trailer += b" /Info %d 0 R" % writing.add(_info(info, key, number))
    if security:
        trailer += b" /Encrypt %d 0 R /ID [<%b> <%b>]" % (writing.add(security), b"00" * 16, b"00" * 16)
    return _file(writing.objects, trailer)


_PICTURE = (
    b"/Type /XObject /Subtype /Image /Width 64 /Height 64 /ColorSpace /DeviceGray /BitsPerComponent 8 "
    b"/Filter /FlateDecode"
)


def _outlines(writing: Writing, kids: Sequence[int], outline: Sequence[tuple[str, int, float]]) -> int:
    root = writing.add(b"")
    first, last = root + 1, root + len(outline)
    for number, (title, page, height) in enumerate(outline, start=first):
        around = b"/Prev %d 0 R " % (number - 1) if number > first else b""
        around += b"/Next %d 0 R " % (number + 1) if number < last else b""
        target = b"/Dest [%d 0 R /XYZ 0 %d 0] " % (kids[page - 1], height)
        writing.add(b"<< /Title (%b) /Parent %d 0 R %b%b>>" % (title.encode(), root, around, target))
    entry = b"<< /Type /Outlines /First %d 0 R /Last %d 0 R /Count %d >>"
    writing.objects[root - 1] = entry % (first, last, len(outline))
    return root


def _font(name: str) -> bytes:
    return b"<< /Type /Font /Subtype /Type1 /BaseFont /%b /Encoding /WinAnsiEncoding >>" % name.encode()


def _shown(line: Type) -> bytes:
    place = f"0 1 -1 0 {line.x} {HEIGHT - line.y}" if line.turned else f"1 0 0 1 {line.x} {HEIGHT - line.y}"
    text = line.text.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
    size = f"{line.size:g}".encode()
    return b"BT /F%d %b Tf %b Tm (%b) Tj ET\n" % (_FONTS.index(line.font), size, place.encode(), text)


def _stream(writing: Writing, key: bytes, content: bytes, entries: bytes) -> int:
    number = len(writing.objects) + 1
    content = _rc4(_object_key(key, number), content) if key else content
    return writing.add(b"<< %b /Length %d >>\nstream\n%b\nendstream" % (entries, len(content), content))


def _info(info: Mapping[str, str], key: bytes, number: int) -> bytes:
    entries = []
    for name, text in info.items():
        value = text.encode("utf-16-be" if not text.isascii() else "ascii")
        value = b"\xfe\xff" + value if not text.isascii() else value
        value = _rc4(_object_key(key, number), value) if key else value
        entries.append(b"/%b <%b>" % (name.encode(), value.hex().encode()))
    return b"<< %b >>" % b" ".join(entries)


def _file(objects: Sequence[bytes], trailer: bytes) -> bytes:
    out, places = bytearray(b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n"), []
    for number, content in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d %b >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, trailer, start)
    return bytes(out)


def _security(password: str) -> tuple[bytes, bytes]:
    """The key and the dictionary of PDF 1.7's standard security, revision 2 (algorithms 2 to 4)."""
    padded = (password.encode() + _PADDING)[:32]
    owner = _rc4(hashlib.md5(padded).digest()[:5], padded)
    allowed = (-4).to_bytes(4, "little", signed=True)
    key = hashlib.md5(padded + owner + allowed + bytes(16)).digest()[:5]
    user = _rc4(key, _PADDING)
    security = b"<< /Filter /Standard /V 1 /R 2 /P -4 /O <%b> /U <%b> >>"
    return key, security % (owner.hex().encode(), user.hex().encode())


def _object_key(key: bytes, number: int) -> bytes:
    return hashlib.md5(key + number.to_bytes(3, "little") + bytes(2)).digest()[: len(key) + 5]


def _rc4(key: bytes, content: bytes) -> bytes:
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out = bytearray()
    i = j = 0
    for byte in content:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)
