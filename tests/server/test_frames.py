"""Plain frames: read as the library reads them, and left to it where they are not plain."""

from __future__ import annotations

from random import Random

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import CLIENT, SERVER, Protocol

from wordlot.server.frames import is_control, plain_texts, text_frame

TEXTS = ["", "a", "é" * 60, "x" * 125, "x" * 126, "ß" * 300, "x" * 65_535]


def client_frame(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_of_a_client_is_read(text: str) -> None:
    assert plain_texts(client_frame(Opcode.TEXT, text.encode())) == [text]


def test_texts_that_come_together_are_read_in_order() -> None:
    together = b"".join(client_frame(Opcode.TEXT, text.encode()) for text in TEXTS)
    assert plain_texts(together) == TEXTS


@pytest.mark.parametrize("text", [*TEXTS, "x" * 65_536])
def test_a_text_is_written_so_that_the_library_reads_it(text: str) -> None:
    library = Protocol(CLIENT)
    library.receive_data(text_frame(text.encode()))
    (frame,) = library.events_received()
    assert frame == Frame(Opcode.TEXT, text.encode())


@pytest.mark.parametrize(
    "data",
    [
        client_frame(Opcode.TEXT, b"half", fin=False),
        client_frame(Opcode.BINARY, b"bytes"),
        client_frame(Opcode.CONT, b"rest"),
        client_frame(Opcode.CLOSE, b"\x03\xe8"),
        client_frame(Opcode.PING, b"there?"),
        client_frame(Opcode.TEXT, b"\xff\xfe"),
        client_frame(Opcode.TEXT, b"x" * 65_536),
        client_frame(Opcode.TEXT, b"whole") + client_frame(Opcode.TEXT, b"cut")[:-1],
        b"\x81",
        b"\x81\x05hello",
        b"\xc1\x80\x00\x00\x00\x00",
        b"\x81\xfe\x00\x01\x00\x00\x00\x00x",
    ],
    # The masks differ in every process, and the names must not.
    ids=lambda data: f"{data[0]:02x}-{len(data)}",
)
def test_what_is_not_plain_is_left_to_the_library(data: bytes) -> None:
    assert plain_texts(data) is None


def test_only_a_whole_ping_or_pong_leaves_nothing_behind_in_the_library() -> None:
    ping, pong = (client_frame(kind, b"1234") for kind in (Opcode.PING, Opcode.PONG))
    assert is_control(ping)
    assert is_control(pong)
    assert not any(map(is_control, [ping[:-1], ping + pong, client_frame(Opcode.CLOSE, b""), b""]))


def test_any_bytes_are_read_as_the_library_reads_them_or_not_at_all() -> None:
    chance = Random(5)
    frames = [client_frame(Opcode.TEXT, text.encode()) for text in TEXTS[:4]]
    read = 0
    for _ in range(20_000):
        data = bytearray(b"".join(chance.choices(frames, k=2)))
        if chance.random() < 0.7:
            data[chance.randrange(min(len(data), 12))] ^= 1 << chance.randrange(8)
        texts = plain_texts(bytes(data))
        if texts is None:
            continue
        library = Protocol(SERVER)
        library.receive_data(bytes(data))
        assert [Frame(Opcode.TEXT, text.encode()) for text in texts] == library.events_received()
        read += 1
    assert read > 1_000
