import Foundation

/// A server of `Tests/Servers`, running as a child process on a port of its own.
package struct PythonServer: Sendable {
    package let port: Int
    /// The PEM file that verifies its certificate; `nil` without TLS.
    package let authority: String?
    private let lines: AsyncStream<Data>

    private struct StartupMessage: Decodable {
        let port: Int
        let authority: String?
    }

    private init(lines: AsyncStream<Data>) async throws {
        self.lines = lines
        let greeting = try await Self.first(of: lines, as: StartupMessage.self)
        port = greeting.port
        authority = greeting.authority
    }

    /// The next thing the server says happened to it. Waits for it.
    package func event<Event: Decodable>(_ type: Event.Type = Event.self) async throws -> Event {
        try await Self.first(of: lines, as: type)
    }

    private static func first<Value: Decodable>(of lines: AsyncStream<Data>, as type: Value.Type) async throws
        -> Value
    {
        guard let line = await lines.first(where: { _ in true }) else {
            throw PythonServerFault("the server has ended; its own words are above")
        }
        return try JSONDecoder().decode(type, from: line)
    }

    /// Starts `script`, runs `test` once it listens, and ends it.
    ///
    /// - Throws: ``PythonServerFault`` if `NOONISH_TEST_PYTHON` does not name a Python with `Tests/requirements.txt`.
    package static func run(
        _ script: String, _ arguments: [String] = [], _ test: (PythonServer) async throws -> Void
    ) async throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: try python())
        process.arguments = [folder.appending(path: script).path] + arguments
        // Its end is the sign to stop, also should this process die. Signals will not do: a thread of this process may have
        // blocked them, and what it starts never sees them.
        let input = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        defer { try? input.fileHandleForWriting.close() }
        try await test(PythonServer(lines: lines(of: output.fileHandleForReading)))
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "Servers")

    private static func python() throws -> String {
        guard let path = ProcessInfo.processInfo.environment["NOONISH_TEST_PYTHON"] else {
            throw PythonServerFault(
                "NOONISH_TEST_PYTHON is not set: it names a python that has Tests/requirements.txt (script/setup makes one)"
            )
        }
        return path
    }

    /// Reads on a thread of its own: reading blocks.
    private static func lines(of handle: FileHandle) -> AsyncStream<Data> {
        let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
        Thread.detachNewThread {
            var buffer = Data()
            while true {
                let bytes = handle.availableData
                guard !bytes.isEmpty else { return continuation.finish() }
                buffer.append(bytes)
                while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                    continuation.yield(Data(buffer[..<end]))
                    buffer = Data(buffer[(end + 1)...])
                }
            }
        }
        return stream
    }
}

/// Why a server of the tests did not run.
package struct PythonServerFault: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}
