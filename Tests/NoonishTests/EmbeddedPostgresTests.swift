import Foundation
import Logging
import Postgres
import SystemPackage
import Testing

@testable import Noonish

/// The embedded PostgreSQL, with real servers. One after another: each costs the machine some seconds.
@Suite(.serialized) struct EmbeddedPostgresTests {
    @Test func `starts, answers its roles' administrator, and is gone after its stop`() async throws {
        try await withFolder { folder in
            let cluster = try await EmbeddedPostgres(at: folder)

            try await cluster.start()
            let user = try await cluster.facts().user
            await cluster.stop()

            #expect(user == "noonish_superuser")
            #expect(EmbeddedPostgresProcess(in: cluster.directory.data) == nil)
            #expect(!EmbeddedPostgresProcess.hasProcess(in: cluster.directory.data))
        }
    }

    @Test func `a second program on the folder uses the server of the first, and leaves it running`()
        async throws
    {
        try await withFolder { folder in
            let first = try await EmbeddedPostgres(at: folder)
            let second = try await EmbeddedPostgres(at: folder)

            try await first.start()
            let pid = try #require(EmbeddedPostgresProcess(in: first.directory.data)).pid
            try await second.start()
            await second.stop()

            #expect(EmbeddedPostgresProcess(in: first.directory.data)?.pid == pid)
            #expect(try await first.facts().user == "noonish_superuser")
            await first.stop()
            #expect(EmbeddedPostgresProcess(in: first.directory.data) == nil)
        }
    }

    @Test func `a server that outlived its killed program is adopted, and stopped in the end`() async throws {
        try await withFolder { folder in
            let next = try await EmbeddedPostgres(at: folder)
            let program = try start("serve", ["NOONISH_DATA_FOLDER": folder, "NOONISH_HTTP_PORT": "0"])
            try await eventually { EmbeddedPostgresProcess(in: next.directory.data)?.isReady == true }
            let pid = try #require(EmbeddedPostgresProcess(in: next.directory.data)).pid
            kill(program.processIdentifier, SIGKILL)
            program.waitUntilExit()

            try await next.start()

            #expect(EmbeddedPostgresProcess(in: next.directory.data)?.pid == pid)
            await next.stop()
            #expect(EmbeddedPostgresProcess(in: next.directory.data) == nil)
        }
    }

    @Test func `a start waits for the initdb of a program that was killed during its first start`()
        async throws
    {
        // The orphan is at another file each time.
        for round in 0..<3 {
            try await withFolder { folder in
                let next = try await EmbeddedPostgres(at: folder)
                let program = try start("serve", ["NOONISH_DATA_FOLDER": folder, "NOONISH_HTTP_PORT": "0"])
                let seen = ["PG_VERSION", "global/pg_control", "base/4"][round]
                try await eventually {
                    FileManager.default.fileExists(atPath: "\(next.directory.folder)/data.new/\(seen)")
                }
                kill(program.processIdentifier, SIGKILL)
                program.waitUntilExit()

                try await next.start()

                #expect(try await next.facts().user == "noonish_superuser")
                await next.stop()
            }
        }
    }

    @Test func `a server that nobody adopts is stopped within some seconds`() async throws {
        try await withFolder { folder in
            let directory = try await EmbeddedPostgres(at: folder).directory
            let program = try start("serve", ["NOONISH_DATA_FOLDER": folder, "NOONISH_HTTP_PORT": "0"])
            try await eventually { EmbeddedPostgresProcess(in: directory.data)?.isReady == true }

            kill(program.processIdentifier, SIGKILL)
            program.waitUntilExit()

            #expect(EmbeddedPostgresProcess(in: directory.data) != nil)
            try await eventually { !EmbeddedPostgresProcess.hasProcess(in: directory.data) }
        }
    }

    @Test func `a pid file that cannot be read does not mean that the server has stopped`() async throws {
        try await withFolder { folder in
            #expect(try EmbeddedPostgresProcess.find(in: folder) == nil)
            // Not readable even for root, as every file when the process has no descriptors left.
            try FileManager.default.createDirectory(
                atPath: "\(folder)/postmaster.pid", withIntermediateDirectories: false)

            #expect(throws: CommandError.self) { try EmbeddedPostgresProcess.find(in: folder) }
        }
    }

    @Test func `a server that was killed is started again`() async throws {
        try await withFolder { folder in
            let cluster = try await EmbeddedPostgres(at: folder)
            try await cluster.start()
            let pid = try #require(EmbeddedPostgresProcess(in: cluster.directory.data)).pid
            let supervision = Task { await cluster.supervise() }

            kill(pid, SIGKILL)
            try await eventually {
                EmbeddedPostgresProcess(in: cluster.directory.data).map { $0.pid != pid && $0.isReady }
                    == true
            }

            #expect(try await cluster.facts().user == "noonish_superuser")
            supervision.cancel()
            await supervision.value
            await cluster.stop()
        }
    }

    @Test func `a pid file that names some other living process does not keep it from starting`() async throws
    {
        try await withFolder { folder in
            let cluster = try await EmbeddedPostgres(at: folder)
            try await cluster.start()
            await cluster.stop()
            try "\(getpid())\n\(cluster.directory.data)\n".write(
                toFile: "\(cluster.directory.data)/postmaster.pid", atomically: false, encoding: .utf8)

            let next = try await EmbeddedPostgres(at: folder)
            try await next.start()

            #expect(try await next.facts().user == "noonish_superuser")
            await next.stop()
        }
    }

    @Test func `a folder whose path is too long for a socket gets one under /tmp, for its owner alone`()
        async throws
    {
        try await withFolder { folder in
            let long = folder + "/" + String(repeating: "deep/", count: 25)
            let cluster = try await EmbeddedPostgres(at: long)

            try await cluster.start()

            #expect(cluster.directory.socketFolder.hasPrefix("/tmp/noonish-"))
            let found = try Stat(FilePath(cluster.directory.socketFolder))
            #expect(found.permissions == .ownerReadWriteExecute)
            #expect(try await cluster.facts().user == "noonish_superuser")
            await cluster.stop()
            try FileManager.default.removeItem(atPath: cluster.directory.socketFolder)
        }
    }

    @Test func `somebody else's cluster is refused in one line`() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(
                atPath: "\(folder)/postgres/data", withIntermediateDirectories: true)
            try "15\n".write(toFile: "\(folder)/postgres/data/PG_VERSION", atomically: false, encoding: .utf8)

            let refusal = await #expect(throws: CommandError.self) { try await EmbeddedPostgres(at: folder) }

            #expect(refusal?.status == .folder)
            #expect(refusal?.description.contains("is not a cluster created by Noonish") == true)
        }
    }

    @Test func `a data folder that is itself a cluster is refused`() async throws {
        try await withFolder { folder in
            try "15\n".write(toFile: "\(folder)/PG_VERSION", atomically: false, encoding: .utf8)

            let refusal = await #expect(throws: CommandError.self) { try await EmbeddedPostgres(at: folder) }

            #expect(refusal?.description.contains("is a PostgreSQL cluster") == true)
        }
    }

    @Test func `a version that is not installed is named, with what to install`() async throws {
        let refusal = await #expect(throws: CommandError.self) {
            try await EmbeddedPostgresBinaries.find(major: 11, searchPath: "")
        }

        #expect(refusal?.description.contains("apt-get install postgresql-11") == true)
    }
}

extension EmbeddedPostgres {
    init(at folder: String) async throws {
        try await self.init(
            dataFolder: folder, searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "",
            logger: Logger(label: "test"))
    }

    func facts() async throws -> ServerInfo {
        let configuration = try PostgresConfiguration(
            directory.address(role: EmbeddedPostgresInitializer.administrator))
        let client = PostgresClient(configuration, logger: Logger(label: "test"))
        defer { Task { await client.stop() } }
        return try await client.one(.serverInfo)
    }
}

/// The program that was built beside the tests, running.
private func start(_ command: String, _ environment: [String: String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
        .deletingLastPathComponent().appending(path: "noonish")
    process.arguments = [command]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.currentDirectoryURL = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    return process
}

/// A folder that the account of the server can reach, removed afterwards.
func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.path() + "noonish-test-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(folder)
}

/// Waits until `condition` holds.
func eventually(_ condition: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(300)
    while try await !condition() {
        try #require(ContinuousClock.now < deadline, "it did not happen within five minutes")
        try await Task.sleep(for: .milliseconds(20))
    }
}
