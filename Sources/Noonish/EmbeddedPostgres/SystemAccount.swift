import Foundation
import Subprocess
import SystemPackage

/// A user account of this machine.
struct SystemAccount: Hashable, Sendable {
    let name: String
    let user: uid_t
    let group: gid_t

    var isRoot: Bool { user == 0 }

    /// The effective user of this process.
    static var current: SystemAccount {
        get throws(CommandError) {
            guard let account = SystemAccount(user: geteuid()) else {
                // PostgreSQL's `peer` authentication needs a name too, so there is no alternative.
                throw CommandError(
                    .unavailable, "user \(geteuid()) has no name on this machine (/etc/passwd)")
            }
            return account
        }
    }

    init?(user: uid_t) {
        self.init { getpwuid_r(user, $0, $1, $2, $3) }
    }

    init?(name: String) {
        self.init { getpwnam_r(name, $0, $1, $2, $3) }
    }

    private init?(
        _ lookUp: (
            UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
            UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
        ) -> Int32
    ) {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        // sysconf(_SC_GETPW_R_SIZE_MAX) suggests 1 KiB; directory services of large companies have longer
        // entries.
        let capacity = 16_384
        let account: SystemAccount? = withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) {
            buffer in
            guard let start = buffer.baseAddress, lookUp(&entry, start, capacity, &found) == 0, found != nil
            else { return nil }
            return SystemAccount(
                name: String(cString: entry.pw_name), user: entry.pw_uid, group: entry.pw_gid)
        }
        guard let account else { return nil }
        self = account
    }

    private init(name: String, user: uid_t, group: gid_t) {
        self.name = name
        self.user = user
        self.group = group
    }

    /// Returns the configuration for running a program as this account, in a session of its own so that
    /// Ctrl-C reaches only this process, and without the environment of this process.
    ///
    /// Root changes to the account by `setpriv`, which then executes the program. Subprocess's own `userID`
    /// calls the C library's `setgroups` between fork and exec, which can deadlock waiting for threads that
    /// do not exist in the child.
    func command(_ program: FilePath, _ arguments: [String]) -> Subprocess.Configuration {
        var options = PlatformOptions()
        options.createSession = true
        let environment = Environment.custom(["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"])
        let changes = geteuid() == 0 && !isRoot
        let setpriv = ["--reuid", "\(user)", "--regid", "\(group)", "--clear-groups", "--", program.string]
        return Subprocess.Configuration(
            executable: changes ? .name("setpriv") : .path(program),
            arguments: Arguments(changes ? setpriv + arguments : arguments), environment: environment,
            workingDirectory: "/", platformOptions: options)
    }

    /// Returns the account that runs the server when this process runs as root, which PostgreSQL refuses:
    /// `postgres` if it exists, else a `noonish` account, which is created if needed.
    static func unprivileged() async throws -> SystemAccount {
        if let account = SystemAccount(name: "postgres") ?? SystemAccount(name: "noonish") { return account }
        let made = try await run(
            .name("useradd"),
            arguments: [
                "--system", "--no-create-home", "--home-dir", "/nonexistent", "--shell", "/usr/sbin/nologin",
                "noonish",
            ],
            output: .discarded, error: .string(limit: 4_096))
        guard made.terminationStatus.isSuccess, let account = SystemAccount(name: "noonish") else {
            throw CommandError(
                .unavailable,
                "PostgreSQL does not run as root, and the user noonish cannot be created: \(made.standardError)"
            )
        }
        return account
    }
}
