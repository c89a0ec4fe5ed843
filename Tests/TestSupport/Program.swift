package import Foundation
package import Postgres

/// The built program, run as an operator runs it: by its command line and environment alone.
package final class Program {
    package let folder: URL
    package let environment: [String: String]
    private let binary: URL
    private let place: URL
    private var server: Process?
    package private(set) var site = TestSite(port: 0, host: "")
    package private(set) var url = ""
    /// The output of the servers, one after another.
    package private(set) var transcripts: [Transcript] = []

    /// - Parameters:
    ///   - settings: Environment variables for the program.
    ///   - binary: Which program; the one that was built beside the tests unless said otherwise.
    ///   - place: Its working directory.
    package init(
        settings: [String: String] = [:], binary: URL = Program.binary, in place: URL = Repository.folder
    ) throws {
        self.binary = binary
        self.place = place
        folder = URL(filePath: "/tmp/noonish-story-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("NOONISH_") }
        environment["NOONISH_DATA_FOLDER"] = folder.path()
        environment["NOONISH_HTTP_PORT"] = "0"
        environment.merge(settings) { $1 }
        self.environment = environment
    }

    /// Starts the server and waits until it says that it is ready.
    ///
    /// - Parameter word: What it prints then; `nil` to return at once, as a worker never gets ready.
    package func start(_ arguments: [String] = [], waitsFor word: String? = "ready") async throws {
        let transcript = Transcript()
        transcripts.append(transcript)
        let process = try launch(["serve"] + arguments, transcript)
        server = process
        guard let word else { return }
        url = try await transcript.wait(word, atMost: .seconds(120)) { text in
            text.split(separator: "\n").first { $0.hasPrefix("\(word) ") }.map {
                String($0.dropFirst(word.count + 1))
            }
        }
        guard let port = URL(string: url)?.port else { throw Failure(what: "no port in \(url)") }
        site = TestSite(port: port, host: "localhost:\(port)")
    }

    /// Starts another command, to be killed or stopped like a server.
    package func begin(_ arguments: [String]) throws {
        let transcript = Transcript()
        transcripts.append(transcript)
        server = try launch(arguments, transcript)
    }

    /// Whether the command or server that began last still runs.
    package var isRunning: Bool { server?.isRunning ?? false }

    /// `kill -9`: no warning, no goodbye.
    package func kill() async throws {
        guard let server else { return }
        Foundation.kill(server.processIdentifier, SIGKILL)
        try await ended(server)
        self.server = nil
    }

    /// SIGTERM, without waiting for the end.
    package func beginToStop() { server?.terminate() }

    /// SIGTERM, as a service manager does it.
    ///
    /// - Returns: Exit status.
    @discardableResult
    package func stop() async throws -> Int32 {
        guard let server else { return 0 }
        server.terminate()
        try await ended(server)
        self.server = nil
        return server.terminationStatus
    }

    package func remove() async throws {
        try await stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Runs a subcommand to its end.
    package func run(_ arguments: [String]) async throws -> String {
        let transcript = Transcript()
        let process = try launch(arguments, transcript)
        try await ended(process)
        guard process.terminationStatus == 0 else {
            throw Failure(what: "\(arguments) ended with \(process.terminationStatus): \(transcript.text)")
        }
        return transcript.text
    }

    /// Waits without holding a thread.
    private func ended(_ process: Process) async throws {
        _ = try await eventually("the end of \(process.arguments ?? [])", atMost: .seconds(300)) {
            process.isRunning ? nil : true
        }
    }

    private func launch(_ arguments: [String], _ transcript: Transcript) throws -> Process {
        let process = Process()
        process.executableURL = binary
        process.arguments = arguments
        process.environment = environment
        process.currentDirectoryURL = place
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        transcript.follow(pipe)
        try process.run()
        return process
    }

    package struct Failure: Error, CustomStringConvertible {
        let what: String
        package var description: String { what }
    }

    /// Built beside the tests.
    package static let binary = URL(filePath: CommandLine.arguments[0])
        .deletingLastPathComponent().appending(path: "noonish")
}

/// The live stream as any client of server-sent events sees it: through `curl`.
package final class EventStream {
    private let process = Process()
    private let transcript = Transcript()

    package init(_ url: String, token: String) throws {
        process.executableURL = URL(filePath: "/usr/bin/curl")
        process.arguments = ["--silent", "--no-buffer", "--header", "Authorization: Bearer \(token)", url]
        let pipe = Pipe()
        process.standardOutput = pipe
        transcript.follow(pipe)
        try process.run()
    }

    /// Waits until the stream has carried `text`.
    package func wait(for text: String) async throws {
        _ = try await transcript.wait("\(text) on the stream") { $0.contains(text) ? true : nil }
    }

    package func close() { process.terminate() }
}

extension Program {
    /// Returns the connection string of a database of the test server.
    package static func address(of database: any Database) async throws -> String {
        let name = try await database.one(
            Query<String>("test.name", "SELECT current_database()::text") { row throws(PostgresError) in
                try row.next()
            })
        guard let server = ProcessInfo.processInfo.environment["NOONISH_TEST_DATABASE_URL"] else {
            throw TestServerMissing()
        }
        guard server.contains("://"), var url = URLComponents(string: server) else {
            return server + " dbname=\(name)"
        }
        url.path = "/\(name)"
        return url.string ?? server
    }

    /// The settings of a program that uses `database`, and shares its secret with others that do.
    package static func settings(on database: PostgresClient) async throws -> [String: String] {
        let address = try await address(of: database)
        return [
            "NOONISH_DATABASE_URL": address, "NOONISH_SAMPLE_LOAD": "false",
            "NOONISH_UPDATES_QUIET_WINDOW": "1s", "NOONISH_UPDATES_MAX_WAIT": "5s",
            "NOONISH_SECRET_KEY": Data(repeating: 7, count: 32).base64EncodedString(),
            "NOONISH_WEB_PUSH_KEY": Data(repeating: 7, count: 32).base64EncodedString(),
        ]
    }
}

/// Runs `test` with the built program on a database of its own, ready to answer.
package func withProgram(
    _ settings: [String: String] = [:],
    _ test: (Program, PostgresClient) async throws -> Void
) async throws {
    try await withDatabase { database in
        let own = try await Program.settings(on: database).merging(settings) { $1 }
        let program = try Program(settings: own)
        let result: Result<Void, any Error>
        do {
            try await program.start()
            result = .success(try await test(program, database))
        } catch {
            result = .failure(error)
        }
        try await program.remove()
        try result.get()
    }
}
