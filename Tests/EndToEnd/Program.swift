import Foundation
import TestSupport

/// The built program, run as an operator runs it: by its command line and environment alone.
final class Program {
    let folder: URL
    let environment: [String: String]
    private var server: Process?
    private(set) var site = TestSite(port: 0, host: "")
    private(set) var url = ""
    /// What the servers have written, one after another.
    private(set) var transcripts: [Transcript] = []

    /// - Parameter settings: Environment variables for the program.
    init(settings: [String: String] = [:]) throws {
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
    /// - Parameter word: What it says then; nil does not wait, as a worker answers nobody.
    func start(_ arguments: [String] = [], waitsFor word: String? = "ready") async throws {
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

    /// `kill -9`: no warning, no goodbye.
    func kill() async throws {
        guard let server else { return }
        Foundation.kill(server.processIdentifier, SIGKILL)
        try await ended(server)
        self.server = nil
    }

    /// SIGTERM, as a service manager does it.
    ///
    /// - Returns: Exit status.
    @discardableResult
    func stop() async throws -> Int32 {
        guard let server else { return 0 }
        server.terminate()
        try await ended(server)
        self.server = nil
        return server.terminationStatus
    }

    func remove() async throws {
        try await stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Runs a subcommand to its end.
    func run(_ arguments: [String]) async throws -> String {
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
        process.executableURL = Self.binary
        process.arguments = arguments
        process.environment = environment
        process.currentDirectoryURL = Self.checkout
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        transcript.follow(pipe)
        try process.run()
        return process
    }

    struct Failure: Error, CustomStringConvertible {
        let what: String
        var description: String { what }
    }

    /// Built beside the tests.
    private static let binary = URL(filePath: CommandLine.arguments[0])
        .deletingLastPathComponent().appending(path: "noonish")

    private static let checkout = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}

/// The live stream as any client of server-sent events sees it: through `curl`.
final class EventStream {
    private let process = Process()
    private let transcript = Transcript()

    init(_ url: String, token: String) throws {
        process.executableURL = URL(filePath: "/usr/bin/curl")
        process.arguments = ["--silent", "--no-buffer", "--header", "Authorization: Bearer \(token)", url]
        let pipe = Pipe()
        process.standardOutput = pipe
        transcript.follow(pipe)
        try process.run()
    }

    /// Waits until the stream has carried `text`.
    func wait(for text: String) async throws {
        _ = try await transcript.wait("\(text) on the stream") { $0.contains(text) ? true : nil }
    }

    func close() { process.terminate() }
}
