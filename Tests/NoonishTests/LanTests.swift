import Access
import Foundation
import TestSupport
import Testing

@testable import Noonish

/// The service on a network without a name: what `script/server --lan` makes of it, and what plain http does there.
///
/// 127.0.0.2 stands for the machine's address on that network: every Linux has it, and the service does not count it as its own.
@Suite(.serialized) struct LanTests {
    @Test(.timeLimit(.minutes(30)))
    func `the certificate and settings of script lan serve https to the network, and are kept`() async throws
    {
        let folder = try Folder()
        let port = try ListeningPort.find(host: "0.0.0.0", port: 0)
        let make = "NOONISH_LAN_ADDRESS=127.0.0.2 NOONISH_HTTP_PORT=\(port) script/lan \(folder.path)"

        let settings = try await Self.run(make)
        let first = try await Shell.run("sha256sum \(folder.path)/certificate.pem")
        try await Self.run(make)
        let second = try await Shell.run("sha256sum \(folder.path)/certificate.pem")
        let modes = try await Shell.run("stat --format %a \(folder.path)/key.pem")

        #expect(first == second)
        #expect(modes == "600\n")
        try await Self.withProgram(["NOONISH_CONFIG": settings], port) { program in
            let curl = "curl --silent --max-time 60 --cacert \(folder.path)/certificate.pem"
            let answer = try await Shell.run("\(curl) --dump-header - \(program.url)/healthz")
            let cookie = try await Self.cookie(of: program, curl)

            #expect(program.url == "https://127.0.0.2:\(port)")
            #expect(answer.lowercased().contains("strict-transport-security"))
            #expect(cookie.contains("__Host-") && cookie.contains("Secure"))
            #expect(!program.text.contains("warning:"))
        }
        try await Self.run("NOONISH_LAN_ADDRESS=127.0.0.3 script/lan \(folder.path)")
        #expect(try await Shell.run("sha256sum \(folder.path)/certificate.pem") != first)
    }

    @Test(.timeLimit(.minutes(30)))
    func `on plain http the terminal says what does not work, and people can still sign in`() async throws {
        let port = try ListeningPort.find(host: "0.0.0.0", port: 0)
        let settings = [
            "NOONISH_HTTP_HOST": "0.0.0.0", "NOONISH_HTTP_PUBLIC_URL": "http://127.0.0.2:\(port)",
        ]
        try await Self.withProgram(settings, port) { program in
            let curl = "curl --silent --max-time 60"
            let cookie = try await Self.cookie(of: program, curl)
            let code = "\(curl) --output /dev/null --write-out '%{http_code}'"

            #expect(program.text.contains("warning: http://127.0.0.2:\(port) is not encrypted"))
            #expect(program.text.contains("noonish user link ADDRESS"))
            #expect(cookie.contains("noonish-") && !cookie.contains("Secure") && cookie.contains("HttpOnly"))
            #expect(try await Shell.run("\(code) http://127.0.0.1:\(port)/healthz") == "421")
            #expect(try await Shell.run("\(code) \(program.url)/dev/outbox") == "404")
        }
    }

    @Test func `whoever listens to the network with links to this machine is told`() async throws {
        let open = try await Settings.load(file: nil, environment: ["NOONISH_HTTP_HOST": "0.0.0.0"])
        let closed = try await Settings.load(file: nil, environment: [:])

        #expect(StartupMessage(open, site: .forTests).lines[0].hasPrefix("warning: this listens on 0.0.0.0"))
        #expect(StartupMessage(closed, site: .forTests).lines.allSatisfy { !$0.contains("warning:") })
        #expect(StartupMessage(closed, site: .forTests).lines.last == "ready http://localhost:8080")
    }

    /// The cookie of a person who signs in by the link that the operator created.
    private static func cookie(of program: Program, _ curl: String) async throws -> String {
        let link = try await program.run(["user", "link", "leila@example.org"])
            .split(separator: "\n").last.map(String.init)
        let token = try #require(link.flatMap { URLComponents(string: $0)?.queryItems?.first?.value })
        let answer = try await Shell.run(
            """
            \(curl) --dump-header - -H 'Content-Type: application/json' -H 'Origin: \(program.url)' \
                -H 'Sec-Fetch-Site: same-origin' -d '{"token":"\(token)"}' \(program.url)/v1/auth/email/verify
            """)
        #expect(link?.hasPrefix("\(program.url)/sign-in?token=") == true)
        return try #require(
            answer.split(whereSeparator: \.isNewline).map(String.init)
                .first { $0.lowercased().hasPrefix("set-cookie:") })
    }

    private static func withProgram(
        _ settings: [String: String], _ port: Int, _ test: (Program) async throws -> Void
    ) async throws {
        let own = settings.merging(["NOONISH_HTTP_PORT": "\(port)"]) { $1 }
        try await TestSupport.withProgram(own) { program, _ async throws in try await test(program) }
    }

    /// In the checkout, where scripts are.
    @discardableResult
    private static func run(_ script: String) async throws -> String {
        try await Shell.run("cd \(Repository.folder.path()) && \(script)")
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// A folder that goes with the test.
private final class Folder {
    let path = "/tmp/noonish-lan-\(UUID().uuidString.prefix(8))"

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

extension Program {
    /// What the server has written so far.
    fileprivate var text: String { transcripts.last?.text ?? "" }
}
