import Foundation
import Logging
import Mail
import NIOSSL
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct `The mail listener` {
    @Test func `takes what Python's library sends, byte for byte`() async throws {
        try await withListener { port, box in
            let message =
                try MailMessage.invitation(to: "mia@example.org").encoded()
                + Array("..\r\n.\r\n\r\n.x\r\n".utf8)

            let sent = try await send(message, to: "rsvp+1@noonish.example", port: port)

            #expect(sent.code == 250)
            #expect(sent.features.contains("8bitmime") && sent.features.contains("size"))
            #expect(!sent.features.contains("starttls"))
            #expect(box.taken == [Box.Item(address: "rsvp+1@noonish.example", message: message)])
        }
    }

    @Test func `takes what libcurl sends, one message after another`() async throws {
        try await withListener { port, box in
            let configuration = try MailConfiguration(
                url: "smtp://127.0.0.1:\(port)/our.host.name?tls=none", from: "table@noonish.example")
            try await withTransport(configuration) { transport in
                for number in 1...25 {
                    try await transport.send(.invitation(to: "rsvp+\(number)@noonish.example"))
                }
            }
            #expect(box.taken.map(\.address) == (1...25).map { "rsvp+\($0)@noonish.example" })
        }
    }

    @Test func `speaks TLS once asked to`() async throws {
        let folder = try await certificate()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let tls = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: try NIOSSLCertificate.fromPEMFile("\(folder)/certificate.pem").map {
                    .certificate($0)
                },
                privateKey: .privateKey(try NIOSSLPrivateKey(file: "\(folder)/key.pem", format: .pem))))
        try await withListener(tls: tls) { port, box in
            let sent = try await send(
                Array("Subject: secret\r\n\r\n".utf8), to: "rsvp+1@noonish.example", port: port,
                authority: "\(folder)/certificate.pem")

            #expect(sent.code == 250 && !sent.features.contains("starttls"))
            #expect(box.taken.count == 1)
            // Commands sent together with STARTTLS are discarded once TLS is on.
            let answers = try await raw(
                ["EHLO x\r\n", "STARTTLS\r\nMAIL FROM:<eve@example.org>\r\n"], port: port)
            #expect(answers.last == "220 2.0.0 go ahead\r\n")
        }
    }

    @Test func `refuses other people's mail, and asks to come again when it cannot take it`() async throws {
        try await withListener { port, box in
            let refused = try await send([], to: "mia@example.org", port: port)
            let later = try await send(
                Array("Subject: x\r\n\r\n".utf8), to: "rsvp+later@noonish.example", port: port)

            #expect(refused.code == 550)
            #expect(later.code == 451)
            #expect(box.taken.isEmpty)
        }
    }

    @Test func `hangs up on lines without end, and answers what is sent in one go in its order`() async throws
    {
        try await withListener { port, box in
            let endless = try await raw([String(repeating: "x", count: 4_000)], port: port)
            #expect(endless.first?.contains("500 5.5.2") == true && endless.first?.hasSuffix("<end>") == true)
            let answers = try await raw(
                [
                    "EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<rsvp+1@noonish.example>\r\nDATA\r\nSubject: a\r\n\r\nb\r\n.\r\n"
                        + "MAIL FROM:<>\r\nRCPT TO:<rsvp+2@noonish.example>\r\nDATA\r\nSubject: c\r\n\r\nd\r\n.\r\nQUIT\r\n"
                ], port: port)
            let codes = answers[0].components(separatedBy: "\r\n").compactMap {
                $0.dropFirst(3).first == " " ? $0.prefix(3) : nil
            }
            #expect(codes == ["220", "250", "250", "250", "354", "250", "250", "250", "354", "250", "221"])
            #expect(box.taken.map(\.address) == ["rsvp+1@noonish.example", "rsvp+2@noonish.example"])
        }
    }

    // MARK: - The cast

    final class Box: Mailbox {
        struct Item: Equatable {
            let address: String
            let message: [UInt8]
        }

        private let items = Mutex<[Item]>([])
        var taken: [Item] { items.withLock { $0 } }

        func accepts(_ address: String) -> Bool { address.hasPrefix("rsvp+") }

        func take(_ message: [UInt8], to address: String) async throws {
            if address.hasPrefix("rsvp+later") { throw CancellationError() }
            items.withLock { $0.append(Item(address: address, message: message)) }
        }
    }

    private func withListener(
        tls: NIOSSLContext? = nil, _ test: (Int, Box) async throws -> Void
    ) async throws {
        let box = Box()
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let listener = SMTPListener(
            host: "127.0.0.1", port: 0, name: "noonish.example", mailbox: box, tls: tls,
            logger: Logger(label: "mail")
        ) { port.yield($0) }
        let group = ServiceGroup(services: [listener], logger: Logger(label: "mail"))
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { try await group.run() }
            try await test(#require(await ports.first { _ in true }), box)
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    private struct Sent: Decodable {
        let code: Int
        let features: [String]
    }

    private func send(_ message: [UInt8], to address: String, port: Int, authority: String = "") async throws
        -> Sent
    {
        try await client("send \(port) someone@example.org '\(address)' \(authority)", Data(message))
    }

    private func raw(_ texts: [String], port: Int) async throws -> [String] {
        try await client("raw \(port)", try JSONEncoder().encode(texts))
    }

    private func client<Answer: Decodable>(_ arguments: String, _ input: Data) async throws -> Answer {
        let file = FileManager.default.temporaryDirectory.appending(path: "noonish-\(UUID().uuidString)")
        try input.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Servers/smtp_client.py").path
        let said = try await Shell.run(
            "exec \"${NOONISH_TEST_PYTHON:?names a python with Tests/requirements.txt}\" '\(script)' \(arguments) < '\(file.path)'"
        )
        return try JSONDecoder().decode(Answer.self, from: Data(said.utf8))
    }

    private func certificate() async throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "noonish-\(UUID().uuidString)")
            .path
        try await Shell.run(
            """
            mkdir '\(folder)' && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 \
            -subj /CN=localhost -addext subjectAltName=DNS:localhost \
            -keyout '\(folder)/key.pem' -out '\(folder)/certificate.pem' 2>/dev/null
            """)
        return folder
    }
}
