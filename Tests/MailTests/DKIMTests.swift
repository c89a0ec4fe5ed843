import Foundation
import Mail
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct `A signed message` {
    private struct Verdict: Decodable {
        enum Worth: Decodable, Equatable {
            case holds(Bool)
            case fault(String)

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let holds = try? container.decode(Bool.self) {
                    self = .holds(holds)
                } else {
                    self = .fault(try container.decode(String.self))
                }
            }
        }

        let verdicts: [Worth]
        let signed: [[String]]
        let rewrapped: [Worth]
        let tampered: [String: [Worth]]
    }

    private func key(_ options: String) async throws -> String {
        try await Shell.run("openssl genpkey \(options) 2>/dev/null")
    }

    private func verdict(_ message: Data, _ signers: [DKIMSigner]) async throws -> Verdict {
        let folder = FileManager.default.temporaryDirectory.appending(path: "noonish-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let records = Dictionary(uniqueKeysWithValues: signers.map { ($0.recordName, $0.record) })
        try message.write(to: folder.appending(path: "message"))
        try JSONEncoder().encode(records).write(to: folder.appending(path: "records"))
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Servers/dkim_judge.py").path
        let said = try await Shell.run(
            "exec \"${NOONISH_TEST_PYTHON:?names a python with Tests/requirements.txt}\" '\(script)' '\(folder.path)/message' '\(folder.path)/records'"
        )
        return try JSONDecoder().decode(Verdict.self, from: Data(said.utf8))
    }

    @Test func `is verified by others, by both of its keys, until somebody changes it`() async throws {
        let signers = try [
            DKIMSigner(
                pem: await key("-algorithm RSA -pkeyopt rsa_keygen_bits:2048"), domain: "Noonish.example",
                selector: "s1"),
            DKIMSigner(pem: await key("-algorithm ED25519"), domain: "noonish.example", selector: "e.2026"),
        ]
        try await withMailServer(signers: signers) { transport, server in
            var message = try MailMessage.invitation(to: "mia@example.org")
            message.unsubscribe = try UnsubscribeLink("https://noonish.example/unsubscribe/t")
            message.date = Date()
            message.calendar = try CalendarPart(
                method: "REQUEST", text: "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")

            try await transport.send(message)

            let received: Received = try await server.event()
            #expect(received.defects == [] && received.linesAreSound)
            let verdict = try await verdict(#require(Data(base64Encoded: received.raw)), signers)
            #expect(verdict.verdicts == [.holds(true), .holds(true)])
            #expect(verdict.rewrapped == [.holds(true), .holds(true)])
            #expect(verdict.signed.count == 2)
            for names in verdict.signed {
                #expect(names.filter { $0 == "from" }.count == 2)
                #expect(Set(names).isSuperset(of: ["to", "subject", "date", "message-id", "content-type"]))
                #expect(Set(names).isSuperset(of: ["list-unsubscribe", "list-unsubscribe-post"]))
            }
            #expect(Set(verdict.tampered.keys) == ["body", "subject", "unsubscribe", "second from"])
            for worth in verdict.tampered.values.joined() { #expect(worth != .holds(true)) }
        }
    }

    @Test func `has a record that fits the key`() async throws {
        let rsa = try DKIMSigner(
            pem: await key("-algorithm RSA -pkeyopt rsa_keygen_bits:2048"), domain: "noonish.example",
            selector: "s1")

        #expect(rsa.recordName == "s1._domainkey.noonish.example")
        #expect(rsa.record.hasPrefix("v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A"))
    }

    @Test func `needs a key that others trust, and names that the DNS knows`() async throws {
        let weak = try await key("-algorithm RSA -pkeyopt rsa_keygen_bits:1024")
        let curve = try await key("-algorithm EC -pkeyopt ec_paramgen_curve:prime256v1")
        let good = try await key("-algorithm ED25519")

        for pem in [weak, curve, "", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"] {
            #expect(throws: MailFault.self) {
                try DKIMSigner(pem: pem, domain: "noonish.example", selector: "s")
            }
        }
        for selector in ["", "a b", "a;b", "a\r\nb", "-a"] {
            #expect(throws: MailFault.self) {
                try DKIMSigner(pem: good, domain: "noonish.example", selector: selector)
            }
        }
    }
}
