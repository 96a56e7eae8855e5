"""A language model behind an address that speaks the chat completions of OpenAI's interface."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPException, HTTPMessage
from typing import IO, Any
from urllib.parse import urlsplit

from sapper.errors import BadInput, PlayerFailed
from sapper.lab.models.players import Answer
from sapper.lab.models.questions import RULES, Question

MOST_BYTES = 8 << 20
AT_ONCE = 1 << 16
LONGEST_WAIT = 120.0
"""Seconds between two tries, whatever the server asks for."""
LONGEST_SAID = 200
AGAIN = (408, 409, 425, 429, 500, 502, 503, 504, 529)
"""Statuses that may be another when the same is asked again."""


@dataclass(frozen=True, slots=True)
class EndpointSettings:
    """How a model is asked."""

    address: str
    model: str
    key: str | None = None
    seconds: float = 120.0
    """For one answer."""
    retries: int = 5
    per_minute: float | None = None
    """The most requests in a minute."""
    most_tokens: int | None = None
    """Of one answer; the server's own limit by default."""
    temperature: float | None = None

    def __post_init__(self) -> None:
        parts = urlsplit(self.address)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise BadInput(
                f"--endpoint is an address such as https://host/v1, not {self.address!r}"
            )


class EndpointPlayer:
    """Asks a model: the rules and the position each time, so that no answer depends on older ones.

    After an answer that is none, it is told what is wrong with it.
    """

    def __init__(
        self,
        settings: EndpointSettings,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = settings.model
        self._settings = settings
        self._sleep, self._clock = sleep, clock
        self._next = clock()
        self._opener = urllib.request.build_opener(_NoRedirects)

    def answer(self, question: Question) -> Answer:
        """The model's answer, after as many tries as are allowed."""
        body = json.dumps(self._body(question)).encode()
        problem, wait = "", 1.0
        for left in range(self._settings.retries, -1, -1):
            self._keep_pace()
            try:
                return _read(self._ask(body))
            except _TryAgain as trouble:
                problem = str(trouble)
                wait = min(LONGEST_WAIT, wait * 2)
                if left:
                    self._sleep(wait if trouble.wait is None else min(LONGEST_WAIT, trouble.wait))
        raise PlayerFailed(f"the endpoint gave no answer: {problem}")

    def close(self) -> None:
        """No connection is kept."""

    def _body(self, question: Question) -> dict[str, Any]:
        settings = self._settings
        messages = [
            {"role": "system", "content": RULES},
            {"role": "user", "content": question.prompt},
        ]
        if question.complaint is not None:
            messages.append({"role": "assistant", "content": question.previous or "(no answer)"})
            messages.append({"role": "user", "content": question.complaint})
        body: dict[str, Any] = {"model": settings.model, "messages": messages}
        if settings.most_tokens is not None:
            body["max_tokens"] = settings.most_tokens
        if settings.temperature is not None:
            body["temperature"] = settings.temperature
        return body

    def _keep_pace(self) -> None:
        if self._settings.per_minute is not None:
            now = self._clock()
            if now < self._next:
                self._sleep(self._next - now)
            self._next = max(now, self._next) + 60 / self._settings.per_minute

    def _ask(self, body: bytes) -> Any:
        settings = self._settings
        headers = {"Content-Type": "application/json", "User-Agent": "sapper"}
        if settings.key:
            headers["Authorization"] = f"Bearer {settings.key}"
        address = settings.address.rstrip("/") + "/chat/completions"
        request = urllib.request.Request(address, body, headers, method="POST")
        last = time.monotonic() + settings.seconds
        try:
            with self._opener.open(request, timeout=settings.seconds) as response:
                content = _read_within(response, last)
        except urllib.error.HTTPError as error:
            with error:
                said = _said(error)
            if error.code in AGAIN:
                raise _TryAgain(said, _asked_wait(error.headers)) from None
            raise PlayerFailed(f"the endpoint refuses: {said}") from None
        except urllib.error.URLError as error:
            raise _TryAgain(str(getattr(error.reason, "strerror", None) or error.reason)) from None
        except (OSError, HTTPException, ValueError) as error:  # cut off, too slow, or endless
            raise _TryAgain(_first_line(str(error) or type(error).__name__)) from None
        try:
            return json.loads(content)
        except (ValueError, RecursionError):
            raise _TryAgain("its answer is not JSON") from None


class _TryAgain(Exception):
    """Something that may go better the next time, after so many seconds if the server says so."""

    def __init__(self, problem: str, wait: float | None = None) -> None:
        super().__init__(problem)
        self.wait = wait


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The key is for one address alone, so nobody is followed elsewhere."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> None:
        """None: the redirection is an error."""


def _read_within(response: Any, last: float) -> bytes:
    """The body, if it ends in time and is not endless."""
    content = bytearray()
    while piece := response.read1(AT_ONCE):
        content += piece
        if len(content) > MOST_BYTES:
            raise ValueError("its answer does not end")
        if time.monotonic() > last:
            raise TimeoutError("timed out")
    return bytes(content)


def _read(content: Any) -> Answer:
    """The text of the first choice, and the tokens used."""
    try:
        text = content["choices"][0]["message"]["content"]
        used = (content.get("usage") or {}).get("total_tokens", 0)
    except (LookupError, TypeError, AttributeError):
        raise PlayerFailed("the endpoint's answer is no chat completion") from None
    if isinstance(text, list):  # some servers send it in parts
        parts = (part.get("text") for part in text if isinstance(part, dict))
        text = "".join(part for part in parts if isinstance(part, str))
    return Answer.told(text if isinstance(text, str) else "", used)


def _said(error: urllib.error.HTTPError) -> str:
    """The status, and what the server says of it in JSON."""
    try:
        content = json.loads(error.read(AT_ONCE))
        said = content["error"]["message"]
    except (ValueError, LookupError, TypeError, OSError, HTTPException):
        said = error.reason
    return f"{error.code} {_first_line(str(said))}".strip()


def _first_line(text: str) -> str:
    return " ".join(text.split())[:LONGEST_SAID]


def _asked_wait(headers: Message) -> float | None:
    try:
        return max(0.0, float(headers.get("Retry-After", "")))
    except ValueError:
        return None
