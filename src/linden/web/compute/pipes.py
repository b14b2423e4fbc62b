"""How the server and its processes speak: pickled messages, each after its length."""

import pickle
import struct
from typing import IO, Any

LENGTH = struct.Struct("<I")


def packed(message: Any) -> bytes:
    content = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(content)) + content


def send(file: IO[bytes], message: Any) -> None:
    file.write(packed(message))
    file.flush()


def receive(file: IO[bytes]) -> Any:
    """The next message; ``EOFError`` when there will be none."""
    return pickle.loads(received(file))


def received(file: IO[bytes]) -> bytes:
    """The same, still pickled: what it is about may not be there any more."""
    header = file.read(LENGTH.size)
    if len(header) < LENGTH.size:
        raise EOFError
    return file.read(LENGTH.unpack(header)[0])
