"""Connections that say nothing, from several addresses of this machine, in processes of their own.

    silent_crowd.py PORT FIRST COUNT    opens COUNT connections and prints "there"; opens another for each that is closed,
                                        until SIGUSR1
"""

import ctypes
import select
import signal
import socket
import subprocess
import sys
import time

from world import Failure

HELD_BY_A_PROCESS, OF_AN_ADDRESS = 5_000, 1_000
PR_SET_PDEATHSIG = 1  # prctl(2)


class SilentCrowd:
    def __init__(self, port, count):
        self.processes = [
            subprocess.Popen(
                [sys.executable, __file__, str(port), str(first), str(min(HELD_BY_A_PROCESS, count - first))],
                stdout=subprocess.PIPE, text=True)
            for first in range(0, count, HELD_BY_A_PROCESS)]

    def wait(self):
        for process in self.processes:
            line = process.stdout.readline()
            if line != "there\n":
                raise Failure(line.strip() or "the crowd did not come within 300 s")

    def rest(self):
        """From now on the connections only stay, and those that are closed are not replaced."""
        for process in self.processes:
            process.send_signal(signal.SIGUSR1)

    def close(self):
        for process in self.processes:
            process.kill()
            process.wait()


def hold(port, first, count):
    closings, held, came, until = select.epoll(), {}, 0, time.monotonic() + 300
    is_coming = [True]
    signal.signal(signal.SIGUSR1, lambda *_: is_coming.clear())
    while came < count and time.monotonic() < until or came >= count:
        while is_coming and len(held) < count:
            try:
                connection = socket.socket()
            except OSError as error:  # No more files.
                print(error, flush=True)
                sys.exit(1)
            connection.settimeout(5)
            try:
                connection.bind((f"127.0.0.{2 + (first + len(held)) // OF_AN_ADDRESS}", 0))
                connection.connect(("127.0.0.1", port))
            except OSError:
                connection.close()
                break
            held[connection.fileno()] = connection
            closings.register(connection, select.EPOLLIN | select.EPOLLRDHUP)
            came += 1
            if came == count:
                print("there", flush=True)
        for number, _ in closings.poll(0.05):
            closings.unregister(number)
            held.pop(number).close()


if __name__ == "__main__":
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # A killed test leaves no process behind.
    hold(*map(int, sys.argv[1:]))
