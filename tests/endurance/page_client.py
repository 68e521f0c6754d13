"""A client of the server's WebSocket, with the standard library alone."""

import base64
import json
import os
import socket
import struct
import urllib.request
from urllib.parse import parse_qs, urlsplit


class Closed(Exception):
    """The server closed the connection, or was killed."""


class Client:
    """One socket: questions and their answers."""

    def __init__(self, url, timeout=60):
        parts = urlsplit(url)
        token = parse_qs(parts.query).get("token", [""])[0]
        self.host, self.bearer = parts.netloc, f"Bearer {token}"
        self.number = 0
        try:
            self.stream = socket.create_connection((parts.hostname, parts.port), timeout)
            self.stream.sendall(
                (
                    f"GET /api/v1/socket HTTP/1.1\r\nHost: {parts.netloc}\r\n"
                    f"Authorization: {self.bearer}\r\nConnection: Upgrade\r\n"
                    "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                    f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n"
                ).encode()
            )
            self.bytes = self.stream.makefile("rb")
            status = self.bytes.readline()
            while self.bytes.readline() not in (b"\r\n", b""):
                pass
        except TimeoutError:
            raise
        except OSError as error:
            raise Closed(str(error)) from error
        if not status:
            raise Closed("no answer")
        if not status.startswith(b"HTTP/1.1 101"):
            raise RuntimeError(status.decode(errors="replace"))

    def send(self, ask):
        """Asks; the question's number."""
        self.number += 1
        self.send_text(json.dumps({"v": 1, "id": self.number, "ask": ask}))
        return self.number

    def send_text(self, text):
        """Sends a text in one frame."""
        data, mask = text.encode(), os.urandom(4)
        if len(data) < 126:
            head = struct.pack("!BB", 0x81, 0x80 | len(data))
        elif len(data) < 65536:
            head = struct.pack("!BBH", 0x81, 0xFE, len(data))
        else:
            head = struct.pack("!BBQ", 0x81, 0xFF, len(data))
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))
        try:
            self.stream.sendall(head + mask + masked)
        except TimeoutError:
            raise
        except OSError as error:
            raise Closed(str(error)) from error

    def receive(self):
        """The next message; a frame of another kind is passed over."""
        while True:
            kind, length = self._read(2)
            length &= 0x7F
            if length == 126:
                (length,) = struct.unpack("!H", self._read(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", self._read(8))
            content = self._read(length)
            if kind & 0x0F == 1:
                return json.loads(content)
            if kind & 0x0F == 8:
                raise Closed("closed by the server")

    def _read(self, count):
        try:
            content = self.bytes.read(count)
        except TimeoutError:
            raise
        except OSError as error:
            raise Closed(str(error)) from error
        if len(content) < count:
            raise Closed("end of the connection")
        return content

    def last_answer(self, number):
        """The last answer to a question; others are passed over."""
        while True:
            message = self.receive()
            if message["id"] == number and message["last"]:
                return message["tell"]

    def ask(self, ask):
        """Asks and waits for the last answer."""
        return self.last_answer(self.send(ask))

    def get(self, path):
        """The JSON of a plain request beside the socket."""
        request = urllib.request.Request(f"http://{self.host}{path}")
        request.add_header("Authorization", self.bearer)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def close(self):
        """Closes the connection without a word."""
        self.stream.close()
