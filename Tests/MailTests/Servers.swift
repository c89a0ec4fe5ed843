import Fetch
import Foundation
import Logging
import Mail
import TestSupport

/// What the mail server was handed, as Python's mail parser reads it.
struct Received: Decodable {
    struct Part: Decodable {
        let type: String
        let encoding: String?
        let content: String
        let method: String?
        let file: String?
        let disposition: String?
    }

    let sender: String
    let recipients: [String]
    let greeting: String
    let secure: Bool
    let login: Bool
    /// The port at our end: one connection, one port.
    let peer: Int
    let raw: String
    let type: String
    let structure: String
    let headers: [[String]]
    /// Field, display name, address.
    let addresses: [[String]]
    let parts: [Part]
    let defects: [String]

    subscript(_ name: String) -> String? { headers.first { $0[0] == name }?[1] }

    /// ASCII, CRLF and nothing else at the ends of lines, none longer than RFC 5322 permits.
    var linesAreSound: Bool {
        guard let bytes = Data(base64Encoded: raw) else { return false }
        let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
        return bytes.allSatisfy { $0 < 0x80 && $0 != 0 } && lines.last == ""
            && lines.allSatisfy { $0.utf8.count <= 998 && !$0.utf8.contains(0x0d) && !$0.utf8.contains(0x0a) }
    }
}

extension String {
    /// With the line ends that mail has.
    var asSent: String { split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n") }
}

/// A failure of another kind than the test is about.
struct Unexpected: Error {
    let failure: MailSendError?
    init(_ failure: MailSendError?) { self.failure = failure }
}

extension MailMessage {
    static func invitation(to address: String) throws -> MailMessage {
        MailMessage(
            id: try MessageID("invitation.1", domain: "noonish.example"),
            date: Date(timeIntervalSince1970: 1_795_355_528),
            from: try MailAddress("table@noonish.example", name: "Zoë & Noonish"),
            to: try MailAddress(address, name: "Mia (\"M\") Lee"),
            subject: "Zoë invites you: 寿司 on Friday, at a time that suits everybody 🍣",
            text: "Hello Mia,\n\nZoë wants to know whether you come. \n.\n"
                + String(repeating: "é", count: 500) + "\n",
            html: "<p>Hello Mia,</p>\n<p>Zoë wants to know whether you come.</p>\n")
    }
}

func withTransport(_ configuration: MailConfiguration, _ test: (SMTPTransport) async throws -> Void)
    async throws
{
    let client = try FetchClient(
        FetchConfiguration(userAgent: "MailTests/1.0"), logger: Logger(label: "mail"))
    do { try await test(SMTPTransport(configuration, client: client)) } catch {
        await client.shutdown()
        throw error
    }
    await client.shutdown()
}

/// A mail server without TLS, and the way to it.
func withMailServer(
    _ options: [String] = [], signers: [DKIMSigner] = [],
    _ test: (SMTPTransport, PythonServer) async throws -> Void
) async throws {
    try await PythonServer.run("smtp_server.py", options) { server in
        let configuration = try MailConfiguration(
            url: "smtp://127.0.0.1:\(server.port)/our.host.name?tls=none",
            from: "Noonish <table@noonish.example>", signers: signers)
        try await withTransport(configuration) { transport in try await test(transport, server) }
    }
}
