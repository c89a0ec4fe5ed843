import Crypto
import Encoding
import Foundation
import Subprocess
import SystemPackage

/// The location of an embedded PostgreSQL and the account that runs it.
///
/// ```
/// <base>/postgres/            0700, owned by the account that runs the server
///     data/                   the data folder, as made by initdb
///     run/                    the socket, unless its path would be too long
///     hba.conf, ident.conf    who may connect as which role; rewritten at every start
///     postgres.log            the server's log; the previous one is postgres.log.1
///     lock                    held by the one process that supervises the server
/// ```
struct EmbeddedPostgresDirectory: Sendable {
    let base: String
    let account: SystemAccount

    var folder: String { "\(base)/postgres" }
    var data: String { "\(folder)/data" }
    var hba: String { "\(folder)/hba.conf" }
    var ident: String { "\(folder)/ident.conf" }
    var log: String { "\(folder)/postgres.log" }
    var lock: String { "\(folder)/lock" }
    /// The marker file of a complete data folder made by Noonish; without it, the folder belongs to another
    /// program.
    var marker: String { "\(data)/\(Self.markerName)" }
    static let markerName = "noonish.cluster"

    /// A Unix socket's path is at most 107 bytes long (sun_path without its zero byte), including
    /// `/.s.PGSQL.5432`.
    static let maximumSocketPath = 107

    /// The folder of the socket: `run`, or a folder in /tmp if that path is too long.
    var socketFolder: String {
        let inDataFolder = "\(folder)/run"
        guard inDataFolder.utf8.count + "/.s.PGSQL.5432".utf8.count > Self.maximumSocketPath else {
            return inDataFolder
        }
        return "/tmp/noonish-\(account.user)-\(Self.fingerprint(folder))"
    }

    /// Creates the folders for a data folder, or throws ``CommandError`` if they cannot be used.
    static func prepare(dataFolder: String) async throws -> EmbeddedPostgresDirectory {
        let trimmed = standardized(dataFolder)
        let user = try SystemAccount.current
        try makeFolder(trimmed, mode: user.isRoot ? 0o711 : 0o700)
        guard !FileManager.default.fileExists(atPath: "\(trimmed)/PG_VERSION") else {
            throw CommandError(
                .folder,
                "\(trimmed) is a PostgreSQL cluster, not a folder of Noonish; set another data.folder"
            )
        }
        let directory =
            try await
            (user.isRoot ? forRoot(trimmed) : EmbeddedPostgresDirectory(base: trimmed, account: user))
        try directory.rejectForeign()
        return directory
    }

    /// Returns whether a data folder has a cluster, without creating anything.
    ///
    /// - Returns: `true` also if this process may not look: ``prepare(dataFolder:)`` says why.
    static func hasCluster(dataFolder: String) -> Bool {
        let base = standardized(dataFolder)
        return [base, systemFolder(for: base)].contains {
            access("\($0)/postgres/data/\(markerName)", F_OK) == 0 || ![ENOENT, ENOTDIR].contains(errno)
        }
    }

    /// Returns the location for root, who runs the server as the owner of an existing folder, else as an
    /// unprivileged account. If that account cannot reach the data folder (below /root, for example), the
    /// location is in /var/lib/noonish.
    private static func forRoot(_ base: String) async throws -> EmbeddedPostgresDirectory {
        let account: SystemAccount
        if let owner = owner(of: "\(base)/postgres"), owner != 0, let known = SystemAccount(user: owner) {
            account = known
        } else {
            account = try await .unprivileged()
        }
        let inDataFolder = EmbeddedPostgresDirectory(base: base, account: account)
        if try await inDataFolder.isReachable() { return inDataFolder }

        let inSystemFolder = EmbeddedPostgresDirectory(base: systemFolder(for: base), account: account)
        try makeFolder("/var/lib/noonish", mode: 0o711)
        try makeFolder(inSystemFolder.base, mode: 0o711)
        guard try await inSystemFolder.isReachable() else {
            throw CommandError(
                .folder,
                "user \(account.name) can access neither \(inDataFolder.folder) nor \(inSystemFolder.folder)")
        }
        return inSystemFolder
    }

    /// The location for a data folder that the unprivileged account of root cannot reach.
    private static func systemFolder(for base: String) -> String {
        "/var/lib/noonish/\(URL(filePath: base).lastPathComponent)-\(fingerprint(base))"
    }

    private static func standardized(_ dataFolder: String) -> String {
        let base = URL(filePath: dataFolder).standardizedFileURL.path(percentEncoded: false)
        return base.count > 1 && base.hasSuffix("/") ? String(base.dropLast()) : base
    }

    /// Creates the folder and tests whether the account can write to it.
    private func isReachable() async throws -> Bool {
        try Self.makeFolder(folder, mode: 0o700)
        if geteuid() == 0, Self.owner(of: folder) == 0 { chown(folder, account.user, account.group) }
        let test = try await run(account.command("/usr/bin/test", ["-w", folder]), output: .discarded)
        return test.terminationStatus.isSuccess
    }

    private func rejectForeign() throws(CommandError) {
        try Self.makeFolder(folder, mode: 0o700)
        if let owner = Self.owner(of: folder), owner != account.user {
            let name = SystemAccount(user: owner)?.name ?? "number \(owner)"
            throw CommandError(
                .folder,
                "\(folder) belongs to user \(name), not to \(account.name): run as that user, or set another data.folder"
            )
        }
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: data)) ?? []
        guard entries.isEmpty || FileManager.default.fileExists(atPath: marker) else {
            throw CommandError(
                .folder, "\(data) is not a cluster created by Noonish; set another data.folder")
        }
    }

    /// Creates a folder with its parents unless it exists.
    private static func makeFolder(_ path: String, mode: Int) throws(CommandError) {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
            if isFolder.boolValue { return }
            throw CommandError(.folder, "\(path) is not a folder; set data.folder")
        }
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: mode])
        } catch {
            let reason = String(cString: strerror(errno))
            throw CommandError(.folder, "\(path) cannot be created: \(reason); set data.folder")
        }
    }

    /// Creates the socket's folder, private to the account.
    ///
    /// - Throws: ``CommandError`` if another user has already created that name in /tmp.
    func makeSocketFolder() throws(CommandError) {
        let path = socketFolder
        if mkdir(path, 0o700) == 0 {
            if geteuid() == 0 { lchown(path, account.user, account.group) }
            return
        }
        guard errno == EEXIST, let found = try? Stat(FilePath(path), followTargetSymlink: false),
            found.type == .directory, found.userID.rawValue == account.user,
            found.permissions.isDisjoint(with: [.groupReadWriteExecute, .otherReadWriteExecute])
        else {
            throw CommandError(.folder, "\(path) is not a private folder of user \(account.name); remove it")
        }
    }

    /// Opens or creates a file for the account, never through a symbolic link, because root writes to a
    /// folder that another account owns.
    func openOwned(_ path: String, flags: Int32) throws(CommandError) -> FileDescriptor {
        let descriptor = open(path, flags | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw CommandError(.folder, "\(path) cannot be opened: \(String(cString: strerror(errno)))")
        }
        if geteuid() == 0 { fchown(descriptor, account.user, account.group) }
        return FileDescriptor(rawValue: descriptor)
    }

    func write(_ text: String, to path: String) throws {
        let file = try openOwned(path, flags: O_WRONLY | O_TRUNC)
        try file.closeAfter { _ = try file.writeAll(text.utf8) }
    }

    static func owner(of path: String) -> uid_t? {
        (try? Stat(FilePath(path), followTargetSymlink: false))?.userID.rawValue
    }

    /// Returns eight hexadecimal digits that distinguish paths.
    private static func fingerprint(_ path: String) -> String {
        Hexadecimal.encode(SHA256.hash(data: Array(path.utf8)).prefix(4))
    }
}
