"""The protocol by hand: questions as plain JSON, also senseless ones, and the time until an answer's last byte."""

import itertools
import json
import os
import queue
import subprocess
import threading
import time


class Refused(Exception):
    pass


class Wire:
    def __init__(self, program: str):
        self.process = subprocess.Popen([program, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.numbers, self.answers, self.told = itertools.count(1), {}, queue.Queue()
        self.arrived = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()
        self.ask("initialize", {"processId": os.getpid(), "rootUri": None, "capabilities": {
            "textDocument": {"completion": {"completionItem": {"snippetSupport": True}}}}})  # fmt: skip
        self.notify("initialized", {})

    def _read(self):
        stream = self.process.stdout
        while True:
            length = 0
            while (line := stream.readline()) not in (b"\r\n", b""):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not line:
                with self.arrived:
                    self.answers[None] = (time.perf_counter(), {})
                    self.arrived.notify_all()
                return
            body = stream.read(length)
            now = time.perf_counter()
            message = json.loads(body)
            if "id" in message and "method" not in message:
                with self.arrived:
                    self.answers[message["id"]] = (now, message)
                    self.arrived.notify_all()
            else:
                self.told.put(message)

    def send(self, message) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def notify(self, method, params) -> None:
        self.send({"method": method, "params": params})

    def timed(self, method, params, seconds=20.0):
        """The answer, and how long it took."""
        number = next(self.numbers)
        begun = time.perf_counter()
        self.send({"id": number, "method": method, "params": params})
        with self.arrived:
            if not self.arrived.wait_for(lambda: number in self.answers or None in self.answers, seconds):
                raise TimeoutError(f"{method} had no answer in {seconds} s: {params}")
            if number not in self.answers:
                raise EOFError(f"the server ended at {method}: {params}")
            arrived, message = self.answers.pop(number)
        if "error" in message:
            raise Refused(message["error"]["message"])
        return message.get("result"), arrived - begun

    def ask(self, method, params, seconds=20.0):
        return self.timed(method, params, seconds)[0]

    def open(self, uri: str, text: str, version: int = 1) -> None:
        document = {"uri": uri, "languageId": "lud", "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def write(self, uri: str, text: str, version: int) -> None:
        document = {"uri": uri, "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def diagnostics(self, uri: str, version: int, seconds: float = 60.0) -> list:
        until = time.monotonic() + seconds
        while True:
            message = self.told.get(timeout=max(0.01, until - time.monotonic()))
            params = message.get("params") or {}
            if params.get("uri") == uri and params.get("version") == version:
                return params["diagnostics"]

    def end(self) -> int:
        self.ask("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(20)
