@testable import Accounts
import Logging
@testable import Mail
import Postgres
import Synchronization
import TestSupport
import Testing

@Suite struct SendQueuedMailTests {
    @Test func `a mail that was promised is sent once and then forgotten`() async throws {
        try await withHouse(delivery: .server) { house in
            let server = ScriptedServer()
            let sender = house.sender(through: server)
            _ = try await house.site.program().post("/v1/auth/email", #"{"email":"ada@example.org"}"#)

            let sent = try await sender.sendDue()
            let again = try await sender.sendDue()

            #expect(sent == 1)
            #expect(again == 0)
            #expect(server.messages.map(\.to.address) == ["ada@example.org"])
            #expect(server.messages[0].subject == "Sign in to Noonish")
            #expect(try await house.waiting() == 0)
        }
    }

    @Test func `where there is a mail server nothing is kept to be read`() async throws {
        try await withHouse(delivery: .server) { house in
            _ = try await house.site.program().post("/v1/auth/email", #"{"email":"ada@example.org"}"#)

            #expect(try await house.mails(to: "ada@example.org").isEmpty)
        }
    }

    @Test func `a mail that was not accepted waits, and goes out under the same name`() async throws {
        try await withHouse(delivery: .server) { house in
            let server = ScriptedServer([.temporary(reason: "greylisted", reply: nil)])
            let sender = house.sender(through: server)
            _ = try await house.site.program().post("/v1/auth/email", #"{"email":"ada@example.org"}"#)

            _ = try await sender.sendDue()
            #expect(try await house.waiting() == 1)
            try await house.makeDue()
            _ = try await sender.sendDue()

            #expect(server.messages.count == 2)
            #expect(Set(server.messages.map(\.id)).count == 1)
            #expect(try await house.waiting() == 0)
        }
    }

    @Test func `pauses grow, at random, up to an hour`() async throws {
        try await withHouse(delivery: .server) { house in
            let sender = house.sender(
                through: ScriptedServer(repeating: .temporary(reason: "down", reply: nil)))
            _ = try await house.site.program().post("/v1/auth/email", #"{"email":"ada@example.org"}"#)

            for attempt in 1...20 {
                try await house.makeDue()
                #expect(try await sender.sendDue() == 1)
                let pause = try await house.database.one(
                    .count("test.pause", "SELECT extract(epoch FROM due_at - now())::int8 FROM mail_outbox"))
                #expect(pause <= min(3_600, 1 << attempt))
            }
        }
    }

    @Test func `a mail that is refused for good is dropped at once`() async throws {
        try await withHouse(delivery: .server) { house in
            let reply = try #require(SMTPReply(last: ["550 5.1.1 no such user"]))
            let sender = house.sender(through: ScriptedServer([.permanent(reply)]))
            _ = try await house.site.program().post("/v1/auth/email", #"{"email":"ada@example.org"}"#)

            _ = try await sender.sendDue()

            #expect(try await house.waiting() == 0)
        }
    }

    @Test func `after a day a mail is given up`() async throws {
        try await withHouse(delivery: .server) { house in
            let sender = house.sender(
                through: ScriptedServer(repeating: .temporary(reason: "down", reply: nil)))
            _ = try await house.site.program().post("/v1/auth/email", #"{"email":"ada@example.org"}"#)
            try await house.database.execute(
                Command("test.age", "UPDATE mail_outbox SET at = now() - interval '25 hours'"))

            _ = try await sender.sendDue()

            #expect(try await house.waiting() == 0)
        }
    }

    @Test func `several senders share the work and send each mail once`() async throws {
        try await withHouse(delivery: .server) { house in
            let server = ScriptedServer()
            for number in 1...12 {
                _ = try await house.site.program().post(
                    "/v1/auth/email", #"{"email":"p\#(number)@example.org"}"#)
            }

            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        let sender = house.sender(through: server)
                        while try await sender.sendDue() > 0 {}
                    }
                }
                try await group.waitForAll()
            }

            #expect(server.messages.count == 12)
            #expect(Set(server.messages.map(\.to)).count == 12)
            #expect(try await house.waiting() == 0)
        }
    }

    @Test func `a sender whose lease was overtaken changes nothing`() async throws {
        try await withHouse(delivery: .server) { house in
            _ = try await house.site.program().post("/v1/auth/email", #"{"email":"ada@example.org"}"#)
            let slow = try #require(try await house.database.first(.claimMail))
            try await house.makeDue()
            let quick = try #require(try await house.database.first(.claimMail))

            #expect(try await house.database.execute(.dropMail(slow)) == 0)
            #expect(try await house.database.execute(.retryMail(slow)) == 0)
            #expect(try await house.database.execute(.dropMail(quick)) == 1)
        }
    }
}

/// Stands where the mail server is: answers what it was told to, then accepts everything.
final class ScriptedServer: MailTransport {
    private struct State {
        var answers: [MailSendError]
        var messages: [MailMessage] = []
    }

    private let state: Mutex<State>
    private let always: MailSendError?

    init(_ answers: [MailSendError] = [], repeating always: MailSendError? = nil) {
        state = Mutex(State(answers: answers))
        self.always = always
    }

    /// Everything that was handed over, accepted or not.
    var messages: [MailMessage] { state.withLock { $0.messages } }

    func send(_ message: MailMessage) async throws(MailSendError) {
        let answer = state.withLock { state -> MailSendError? in
            state.messages.append(message)
            return state.answers.isEmpty ? always : state.answers.removeFirst()
        }
        if let answer { throw answer }
    }
}

extension House {
    func sender(through server: ScriptedServer) -> SendQueuedMail {
        guard let from = try? MailAddress("noonish@noonish.test") else {
            preconditionFailure("noonish@noonish.test is an address")
        }
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return SendQueuedMail(database, through: server, from: from, logger: logger)
    }

    func waiting() async throws -> Int {
        try await database.one(.count("test.waiting", "SELECT count(*) FROM mail_outbox"))
    }

    /// As if the pause, or the lease, were over.
    func makeDue() async throws {
        try await database.execute(Command("test.make_due", "UPDATE mail_outbox SET due_at = now()"))
    }
}
