import Crypto
import Encoding
import Foundation
import HTTPKit
import HTTPTypes
import JSON
import Jobs
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Checkout

@Suite struct `Events of the provider` {
    @Test func `are hints: signed ones have the checkout read, once each`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            let session = try await world.start(bill, by: world.tom)
            let event =
                #"{"id":"evt_1","data":{"object":{"object":"checkout.session","id":"\#(session)","payment_status":"paid"}}}"#

            for secret in [FakeProvider.secret, FakeProvider.formerSecret] {
                #expect(try await world.send(event, signedWith: secret).status == .noContent)
            }
            let isDue: Bool = try await world.one("SELECT next_read_at <= now() FROM checkout")
            #expect(isDue)
            try await world.checkouts.work.runDue()
            // The event says paid, the provider's API does not.
            #expect(try await world.state(of: bill, for: world.tom) == "open")
            let isDueAgain: Bool = try await world.one("SELECT next_read_at <= now() FROM checkout")
            #expect(!isDueAgain)
        }
    }

    @Test func `that come while the provider is asked have it asked again`() async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            let session = try await world.start(bill, by: world.tom)
            try await world.takeEvents()
            try await world.run("UPDATE checkout SET next_read_at = now()")
            try await world.fake.control("fault", #"{"slow":1}"#)

            async let reading: Void = world.readDue()
            _ = try await eventually("the provider is asked") {
                try await world.fake.control("state")["reads"].number == 1 ? true : nil
            }
            try await world.fake.pay(session)
            _ = try await eventually("the event has come") {
                try await world.fake.control("state")["delivered"].elements.count == 2 ? true : nil
            }
            try await reading
            // The answer was older than the event, and is not booked.
            let isDue: Bool = try await world.one("SELECT next_read_at <= now() AND reads = 0 FROM checkout")
            #expect(isDue)
            try await world.readDue()
            #expect(try await world.state(of: bill, for: world.tom) == "paid")
        }
    }

    @Test func `are refused unless one of the two secrets has just signed them`() async throws {
        try await withCheckout { world in
            let session = try await world.start(world.billAtVenue(), by: world.tom)
            let event = #"{"id":"evt_1","data":{"object":{"object":"checkout.session","id":"\#(session)"}}}"#
            let now = Int(Date().timeIntervalSince1970)

            #expect(try await world.send(event, signedWith: "whsec_other").code == "bad_signature")
            #expect(
                try await world.send(event, signedWith: FakeProvider.secret, at: now - 301).code
                    == "bad_signature")
            #expect(
                try await world.send(event, signedWith: FakeProvider.secret, at: now + 302).code
                    == "bad_signature")
            #expect(try await world.anonymous.post("/v1/checkout/events", event).code == "bad_signature")
            #expect(
                try await world.send("[]", signedWith: FakeProvider.secret).code == "malformed_event")
            #expect(
                try await world.send(#"{"id":"evt_2","data":{}}"#, signedWith: FakeProvider.secret).code
                    == "malformed_event")
            let isDue: Bool = try await world.one("SELECT next_read_at <= now() FROM checkout")
            #expect(!isDue)
            #expect(try await world.send(event, signedWith: FakeProvider.secret).status == .noContent)
        }
    }

    @Test(arguments: [
        #""double":true"#, #""reorder":true"#, #""delay":0.3"#, #""drop":true"#, #""forge":true"#,
        #""double":true,"reorder":true,"forge":true"#,
    ])
    func `book money once, however they are doubled, reordered, delayed, dropped and forged`(
        trouble: String
    ) async throws {
        try await withCheckout { world in
            let bill = try await world.billAtVenue()
            try await world.takeEvents(trouble)
            var sessions: [String] = []
            for visitor in [world.leila, world.tom, world.mei] {
                sessions.append(try await world.start(bill, by: visitor))
            }
            for session in sessions.shuffled() {
                try await world.fake.pay(session)
                try await world.checkouts.work.runDue()
            }
            try await world.fake.control("refund", #"{"session":"\#(sessions[1])","amount":400}"#)
            if trouble.contains("drop") {
                try await world.readAll()
            } else if trouble.contains("reorder") {
                // An event is held back until the next.
                try await world.fake.control("refund", #"{"session":"\#(sessions[0])","amount":100}"#)
            }
            let wanted =
                trouble.contains("reorder")
                ? [-400, -100, 1_000, 1_000, 1_000] : [-400, 1_000, 1_000, 1_000]
            // Without reading what no event has named.
            _ = try await eventually("the events are booked") {
                try await world.readDue()
                return try await world.payments(of: bill).sorted() == wanted ? true : nil
            }

            #expect(try await world.payments(of: bill).sorted() == wanted)
            #expect(try await world.billsAreSound())
            let delivered = try await world.fake.control("state")["delivered"].elements
            #expect(delivered.allSatisfy { $0["status"].number == ($0["forged"] == true ? 400 : 204) })
            #expect(trouble.contains("drop") == delivered.isEmpty)
        }
    }
}

@Suite struct `The signature of an event` {
    private struct Case: Encodable {
        let header: String
        let secrets: [String]
        let body: String
    }

    /// PyPI's `stripe` judges the same headers, in `Tests/Servers/checkout_judge.py`.
    @Test func `is accepted when the provider's library accepts it: 10,000 mutated headers`() async throws {
        let now = Date()
        let body = #"{"id":"evt_1","data":{"object":{}}}"#
        let secrets = ["whsec_one", "whsec_two"]
        var chance = SeededChance(seed: 38)
        var cases: [Case] = []
        for number in 0..<10_000 {
            let time = Int(now.timeIntervalSince1970) - [0, 10, 250, 400][number % 4]
            let secret = (secrets + ["whsec_other"])[number % 3]
            let header = "t=\(time),v1=\(Self.sign(body, secret, time)),v0=00"
            cases.append(Case(header: Self.mutate(header, &chance), secrets: secrets, body: body))
        }
        let lines = try cases.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        let verdicts = try await Self.judge(lines)

        let ours = cases.map {
            StripeSignature(secrets: $0.secrets).isValid($0.header, of: Array($0.body.utf8), at: now)
        }
        let theirs = verdicts.map { $0.contains("true") }
        #expect(ours.count { $0 } > 1_000 && ours.count { !$0 } > 1_000)
        let different = zip(cases, zip(ours, theirs)).filter { $0.1.0 != $0.1.1 }.map(\.0.header)
        #expect(different == [])
    }

    /// Returns the library's verdict of each line.
    private static func judge(_ lines: [String]) async throws -> [Substring] {
        let file = FileManager.default.temporaryDirectory.appending(path: "noonish-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(lines.joined(separator: "\n").utf8).write(to: file)
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Servers/checkout_judge.py").path
        return try await Shell.run(
            "exec \"${NOONISH_TEST_PYTHON:?names a python with Tests/requirements.txt}\" '\(script)' < '\(file.path)'"
        ).split(separator: "\n")
    }

    private static let letters = Array("0123456789abcdefABCDEF,=tv1 ")

    /// Changes, inserts, removes and repeats letters and parts; every fourth header stays as it is.
    private static func mutate(_ header: String, _ chance: inout SeededChance) -> String {
        var text = Array(header)
        switch Int.random(in: 0..<8, using: &chance) {
        case 0, 1: break
        case 2:
            text[Int.random(in: text.indices, using: &chance)] = letters.randomElement(using: &chance) ?? "0"
        case 3:
            text.insert(
                letters.randomElement(using: &chance) ?? "0", at: Int.random(in: text.indices, using: &chance)
            )
        case 4: text.remove(at: Int.random(in: text.indices, using: &chance))
        case 5: return header.split(separator: ",").shuffled(using: &chance).joined(separator: ",")
        case 6: return header + "," + String(header.split(separator: ",").randomElement(using: &chance) ?? "")
        default:
            return header.split(separator: ",").filter { _ in Bool.random(using: &chance) }.joined(
                separator: ",")
        }
        return String(text)
    }

    fileprivate static func sign(_ body: String, _ secret: String, _ time: Int) -> String {
        Hexadecimal.encode(
            HMAC<SHA256>.authenticationCode(
                for: Data("\(time).\(body)".utf8), using: SymmetricKey(data: Data(secret.utf8))))
    }
}

extension TestWorld {
    fileprivate func send(
        _ event: String, signedWith secret: String, at time: Int = Int(Date().timeIntervalSince1970)
    ) async throws -> TestSupport.Answer {
        let signature = `The signature of an event`.sign(event, secret, time)
        return try await anonymous.post(
            "/v1/checkout/events", event,
            headers: [.constant("Stripe-Signature"): "t=\(time),v1=\(signature)"])
    }
}

@Suite struct `The fake of the provider` {
    @Test func `is used by the provider's own library`() async throws {
        try await PythonServer.run("checkout_fake.py") { server in
            let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Servers/checkout_judge.py").path
            let facts = try JSONValue(
                parsing: try await Shell.run(
                    "exec \"${NOONISH_TEST_PYTHON:?names a python with Tests/requirements.txt}\" '\(script)' \(server.port)"
                ))

            #expect(facts["same"] == true && facts["other"].text == "refused")
            #expect(facts["paid"].text == "paid" && facts["received"].number == 1_250)
            #expect(facts["refund"].text == "succeeded" && facts["refunded"].number == 250)
            #expect(facts["deleted"] == true)
        }
    }
}
