"""A command as the player: it reads a question from each line, and answers with a line."""

from __future__ import annotations

import json
import os
import shlex

from sapper.errors import BadInput, PlayerFailed
from sapper.guest.process import AskedProcess, Ended, NoAnswer, Stalled
from sapper.lab.models.players import Answer
from sapper.lab.models.questions import Question


class CommandPlayer:
    """A process that answers. One that stalls has given no answer, and is started again.

    An answer is a JSON object: the cell and its steps or, under `text`, what a model said.
    `tokens` counts for the budget, where it is told.
    """

    def __init__(self, command: str, name: str, seconds: float) -> None:
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise BadInput(f"--command can't be read: {error}") from None
        if not self._command:
            raise BadInput("--command is empty")
        self.name = name
        self._seconds = seconds
        self._process: AskedProcess | None = None

    def answer(self, question: Question) -> Answer:
        """What the command answers within its time."""
        process = self._process or self._start()
        try:
            process.send(question.to_json())
            content = process.receive(self._seconds)
        except Stalled:
            self.close()
            return Answer("")
        except NoAnswer as error:
            self.close()
            return Answer(str(error))
        except Ended as error:
            said = process.last_words().strip().splitlines()
            self.close()
            raise PlayerFailed(
                f"the command gave no answer: {(said or [str(error)])[-1]}"
            ) from None
        tokens = content.pop("tokens", 0)
        text = content.get("text")
        return Answer.told(text if isinstance(text, str) else json.dumps(content), tokens)

    def close(self) -> None:
        """End the process, and whatever it has started."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def _start(self) -> AskedProcess:
        try:
            self._process = AskedProcess(self._command, None, dict(os.environ))
        except OSError as error:
            raise PlayerFailed(f"{self._command[0]} can't be started: {error.strerror}") from None
        return self._process
