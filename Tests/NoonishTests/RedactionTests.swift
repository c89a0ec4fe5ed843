import Access
import Foundation
import Logging
import Testing
import Traces

@testable import Noonish

@Suite struct RedactionTests {
    @Test func `no token of ours is ever logged`() throws {
        let key = try #require(SecretKey(bytes: (0..<32).map { _ in UInt8.random(in: .min ... .max) }))
        for _ in 0..<1_000 {
            for token in [RandomToken.make(), key.token("invitation", UUID().uuidString)] {
                let line = Redaction.apply(
                    "GET /i/\(token)?done from cookie __Host-s=\(token); again \"\(token)\"")

                #expect(!line.contains(token.dropFirst(8).prefix(20)), "\(line)")
            }
        }
    }

    @Test(arguments: [
        ("smtp://ada:hunter2@mail.example.org:587", "smtp://[…]@mail.example.org:587"),
        ("host=db password=hunter2 user=noonish", "host=db password=[…] user=noonish"),
        ("Authorization: Bearer abc.def", "Authorization: Bearer […]"),
        ("mail to ada@example.org was refused", "mail to […]@example.org was refused"),
        ("<ada.l@example.org>, (bo@example.org)", "<[…]@example.org>, ([…]@example.org)"),
    ])
    func `passwords and mailboxes are taken out`(line: String, expected: String) {
        #expect(Redaction.apply(line) == expected)
    }

    @Test(arguments: [
        "outing 0192f0c1-7d3e-7a52-b1c4-0f6f5a0c9e11 was edited",
        "0b6c1fbe2a5d4f38a1f0c0de0b6c1fbe2a5d4f38a1f0c0de0b6c1fbe2a5d4f38",
        "attendance_capacity_never_exceeded_by_anybody", "/v1/outings/{id}/attendance", "",
    ])
    func `ids, digests and names of ours stay`(line: String) {
        #expect(Redaction.apply(line) == line)
    }

    @Test func `a line of JSON is one object with everything redacted`() throws {
        let lines = LineLogHandler(label: "http", format: .json, level: .info)
        let text = lines.line(
            at: Date(timeIntervalSince1970: 0), .warning, "bo@example.org\nfailed",
            ["path": "/i/\(RandomToken.make())"])

        let object = try #require(
            JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String])
        #expect(text.filter { $0 == "\n" }.count == 1)
        #expect(object["time"] == "1970-01-01T00:00:00.000Z")
        #expect(object["level"] == "warning")
        #expect(object["message"] == "[…]@example.org\nfailed")
        #expect(object["path"] == "/i/[…]")
    }

    @Test func `a line has the trace of its request or job, unless that has the request's id`() {
        let lines = LineLogHandler(label: "tiles", format: .text, level: .info)
        let id = String(repeating: "0a", count: 16)
        let texts = Trace.$current.withValue(Trace(identifier: id)) {
            [[:], ["request": .string(id)]].map { lines.line(at: .distantPast, .info, "fetched", $0) }
        }

        #expect(texts[0].hasSuffix(" fetched trace=\(id)\n"))
        #expect(texts[1].hasSuffix(" fetched request=\(id)\n"))
    }

    @Test func `a line for people cannot be made two by what somebody typed`() {
        let lines = LineLogHandler(label: "http", format: .text, level: .info)
        let line = lines.line(
            at: Date(timeIntervalSince1970: 0), .info, "a\nb", ["name": "x\r\ny\u{1B}[2J"])

        #expect(line == "1970-01-01T00:00:00.000Z info     a b name=x  y [2J\n")
    }
}
