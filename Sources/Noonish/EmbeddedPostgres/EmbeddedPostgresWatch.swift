import Subprocess
import SystemPackage

/// A small process beside the server that stops it once no process owns it, as after `kill -9` of the program.
///
/// An owner holds the lock of the data folder. The next start of the program acquires it well within the time that the watch
/// waits, and keeps the server.
enum EmbeddedPostgresWatch {
    /// Starts the watch in the background, orphaned so that the server does not have to know it, and becomes the server.
    ///
    /// The watch looks every five seconds and acts the third time that it finds the lock free. Its own attempts hold the lock for
    /// a moment only. It stops the server while it holds the lock, so that no program takes the server over meanwhile.
    private static let script = """
        lock=$1 data=$2; shift 2
        (
            cd / || exit
            unowned=0
            while sleep 5 && [ "/proc/$$/cwd" -ef "$data" ]; do
                if flock -n "$lock" true; then unowned=$((unowned + 1)); else unowned=0; fi
                if [ "$unowned" -ge 3 ]; then flock -n "$lock" kill -INT $$; fi
            done </dev/null >/dev/null 2>&1 &
        )
        exec "$@"
        """

    /// Returns the command that runs the server with its watch.
    static func command(_ program: FilePath, _ arguments: [String], in directory: EmbeddedPostgresDirectory)
        -> Subprocess.Configuration
    {
        directory.account.command(
            "/bin/sh", ["-c", script, "sh", directory.lock, directory.data, program.string] + arguments)
    }
}
