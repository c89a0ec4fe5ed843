import Jobs
import Logging
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import Mail

@Suite struct SendQueuedMailTests {
    @Test func `a mail that was promised is sent once and then forgotten`() async throws {
        try await withHouse(delivery: .server) { house in
            let server = ScriptedServer()
            let sender = house.sender(through: server)
            _ = try await house.site.program().post("/v1/auth/email", #"{"email":"ada@example.org"}"#)

            let sent = try await sender.runDue()
            let again = try await sender.runDue()

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

            _ = try await sender.runDue()
            #expect(try await house.waiting() == 1)
            try await house.makeDue()
            _ = try await sender.runDue()

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
                #expect(try await sender.runDue() >= 1)
                let pause = try await house.database.one(
                    .count("test.pause", "SELECT extract(epoch FROM due_at - now())::int8 FROM job"))
                #expect(pause <= min(3_600, 1 << attempt))
            }
        }
    }

    @Test func `a mail that is refused for good is dropped at once`() async throws {
        try await withHouse(delivery: .server) { house in
            let reply = try #require(SMTPReply(last: ["550 5.1.1 no such user"]))
            let sender = house.sender(through: ScriptedServer([.permanent(reply)]))
            _ = try await house.site.program().post("/v1/auth/email", #"{"email":"ada@example.org"}"#)

            _ = try await sender.runDue()

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

            _ = try await sender.runDue()

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
                        try await sender.runDue()
                    }
                }
                try await group.waitForAll()
            }

            #expect(server.messages.count == 12)
            #expect(Set(server.messages.map(\.to)).count == 12)
            #expect(try await house.waiting() == 0)
        }
    }

    @Test func `a mail that was withdrawn before it left is not sent`() async throws {
        try await withHouse(delivery: .server) { house in
            let server = ScriptedServer()
            _ = try await house.site.program().post("/v1/auth/email", #"{"email":"ada@example.org"}"#)
            try await house.database.execute(Command("test.withdraw", "DELETE FROM mail_outbox"))

            _ = try await house.sender(through: server).runDue()

            #expect(server.messages.isEmpty)
            #expect(try await house.database.all(.jobCounts).isEmpty)
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
    func sender(through server: ScriptedServer) -> JobRunner {
        guard let from = try? MailAddress("noonish@noonish.test") else {
            preconditionFailure("noonish@noonish.test is an address")
        }
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let sender = QueuedMailSender(database, through: server, from: from, key: .forTests, logger: logger)
        return JobRunner([sender.worker], queue: JobQueue(), database: database, logger: logger)
    }

    func waiting() async throws -> Int {
        try await database.one(.count("test.waiting", "SELECT count(*) FROM mail_outbox"))
    }

    /// As if the pause, or the lease, were over.
    func makeDue() async throws {
        try await database.execute(Command("test.make_due", "UPDATE job SET due_at = now()"))
    }
}
