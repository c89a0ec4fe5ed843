"""A headless Firefox, controlled through its remote protocol (Marionette)."""

import json
import pathlib
import socket
import subprocess
import time

# No telemetry, notifications without a prompt, and pushes from the service of the test.
PREFERENCES = {
    "dom.push.testing.allowInsecureServerURL": True, "dom.push.connection.enabled": True, "dom.push.enabled": True,
    "dom.push.testing.ignorePermission": True, "dom.webnotifications.requireuserinteraction": False,
    "permissions.default.desktop-notification": 1, "alerts.showNotification": True, "alerts.useSystemBackend": False,
    "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False, "browser.startup.homepage_override.mstone": "ignore",
    "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
    "app.update.enabled": False, "extensions.update.enabled": False,
}
START_SECONDS = 90


class Firefox:
    def __init__(self, folder: pathlib.Path, push_service: str):
        port = free_port()
        preferences = PREFERENCES | {"dom.push.serverURL": push_service, "marionette.port": port}
        profile = folder / "profile"
        profile.mkdir()
        (profile / "user.js").write_text(
            "".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items())
        )
        self.started = time.monotonic()
        self.log = (folder / "firefox.log").open("w")
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", str(profile), "about:blank"],
            env={"HOME": str(folder), "MOZ_HEADLESS": "1", "PATH": "/usr/bin:/bin"},
            stdout=self.log, stderr=subprocess.STDOUT)
        self.stream = self._connect(port)
        self.commands = 0
        self._receive()  # its greeting
        self.command("WebDriver:NewSession", {})
        self.command("WebDriver:SetTimeouts", {"script": 60_000, "pageLoad": 60_000})

    def _connect(self, port):
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=120)
            except OSError:
                assert self.process.poll() is None, "Firefox has ended"
                assert time.monotonic() < self.started + START_SECONDS, "Firefox does not accept connections"
                time.sleep(0.2)

    def _receive(self):
        length = b""
        while (byte := self.stream.recv(1)) != b":":
            length += byte
        data = b""
        while len(data) < int(length):
            data += self.stream.recv(int(length) - len(data))
        return json.loads(data)

    def command(self, name, parameters):
        self.commands += 1
        text = json.dumps([0, self.commands, name, parameters]).encode()
        self.stream.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self._receive()
        assert error is None, f"{name}: {error}"
        return result.get("value") if isinstance(result, dict) else result

    def visit(self, address):
        self.command("WebDriver:Navigate", {"url": address})

    def run(self, script, *arguments):
        """Runs an asynchronous function with this body in the page, and returns its result."""
        wrapped = f"""const done = arguments[arguments.length - 1];
            (async (...given) => {{ {script} }})(...Array.from(arguments).slice(0, -1))
                .then((value) => done({{ value }}), (error) => done({{ error: String(error) }}));"""
        told = self.command("WebDriver:ExecuteAsyncScript", {"script": wrapped, "args": list(arguments)})
        assert "error" not in told, told["error"]
        return told.get("value")

    def wait(self, what, script, seconds=30):
        """Waits until a function with this body returns a true value, and returns it."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if value := self.run(script):
                return value
            time.sleep(0.2)
        raise AssertionError(f"did not happen in Firefox: {what}; the page shows: {self.run('return document.body.innerText')}")

    def close(self):
        self.process.terminate()
        self.process.wait(30)
        self.log.close()


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]
