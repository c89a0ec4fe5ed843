import Access
import CalendarFeeds
import Foundation
import TestSupport
import Testing

@testable import Noonish

@Suite(.timeLimit(.minutes(30))) struct `Settings of mail` {
    private let key = SecretKey(bytes: Array(repeating: 7, count: 32))

    private func inbound(_ environment: [String: String]) async throws -> InboundMailSetup? {
        let settings = try await Settings.load(file: nil, environment: environment)
        return try InboundMailSetup(settings.inbound, key: #require(key))
    }

    @Test func `close both doors for mail until a domain and one of them is set`() async throws {
        let secret = Data(repeating: 1, count: 32).base64EncodedString()

        #expect(try await inbound([:]) == nil)
        let hook = try await inbound([
            "NOONISH_INBOUND_DOMAIN": "eat.example", "NOONISH_INBOUND_SECRET": secret,
        ])
        #expect(hook?.secret != nil && hook?.addresses.domain == "eat.example")
        let listener = try await inbound([
            "NOONISH_INBOUND_DOMAIN": "eat.example", "NOONISH_INBOUND_SMTP_PORT": "2525",
        ])
        #expect(listener != nil && listener?.secret == nil)
        for half in [
            ["NOONISH_INBOUND_DOMAIN": "eat.example"], ["NOONISH_INBOUND_SECRET": secret],
            ["NOONISH_INBOUND_SMTP_PORT": "25"],
            [
                "NOONISH_INBOUND_DOMAIN": "eat.example", "NOONISH_INBOUND_SMTP_PORT": "25",
                "NOONISH_INBOUND_SMTP_CERTIFICATE_FILE": "/nowhere.pem",
            ],
        ] {
            await #expect(throws: CommandError.self) { _ = try await inbound(half) }
        }
        for wrong in [["NOONISH_INBOUND_DOMAIN": "a b"], ["NOONISH_INBOUND_SECRET": "short"]] {
            await #expect(throws: SettingsFault.self) { _ = try await inbound(wrong) }
        }
    }

    @Test func `have the doctor say what the DNS needs for each key`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "noonish-\(UUID().uuidString)")
            .path
        try await Shell.run(
            "mkdir '\(folder)' && cd '\(folder)' && openssl genrsa 2048 >rsa.pem 2>/dev/null && openssl genpkey -algorithm ED25519 >ed.pem"
        )
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var environment = [
            "NOONISH_MAIL_FROM": "table@eat.example", "NOONISH_MAIL_DKIM_KEY_FILE": "\(folder)/rsa.pem",
            "NOONISH_MAIL_DKIM_ED25519_KEY_FILE": "\(folder)/ed.pem",
        ]
        let settings = try await Settings.load(file: nil, environment: environment)

        let found = Diagnostics.signatures(settings.mail).map(\.description)

        try #require(found.count == 2, "\(found)")
        #expect(
            found[0].hasPrefix(
                "ok    dkim        noonish._domainkey.eat.example. IN TXT \"v=DKIM1; k=rsa; p=MIIB"))
        let strings = found[0].split(separator: "\"").enumerated().filter { !$0.offset.isMultiple(of: 2) }
            .map(\.element)
        #expect(strings.count == 2 && strings.allSatisfy { $0.utf8.count <= 255 })
        #expect(
            found[1].hasPrefix(
                "ok    dkim        noonish-ed25519._domainkey.eat.example. IN TXT \"v=DKIM1; k=ed25519; p="))

        environment["NOONISH_MAIL_DKIM_KEY_FILE"] = "\(folder)/missing.pem"
        let wrong = try await Settings.load(file: nil, environment: environment)
        let fault = Diagnostics.signatures(wrong.mail).map(\.description)
        #expect(fault.count == 1 && fault[0].hasPrefix("fail  dkim        "))
    }
}
