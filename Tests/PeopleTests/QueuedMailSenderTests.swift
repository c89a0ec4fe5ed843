import Jobs
import Logging
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import Mail

@Suite struct SendQueuedMailTests {
    @Test func `a queued mail is sent once and then deleted`() async throws {
        try await withPeople(delivery: .server) { world in
            let server = ScriptedServer()
            let sender = world.sender(through: server)
            _ = try await world.anonymous.post("/v1/auth/email", #"{"email":"ada@example.org"}"#)

            let sent = try await sender.runDue()
            let again = try await sender.runDue()

            #expect(sent == 1)
            #expect(again == 0)
            #expect(server.messages.map(\.to.address) == ["ada@example.org"])
            #expect(server.messages[0].subject == "Sign in to Noonish")
            #expect(try await world.waiting() == 0)
        }
    }

    @Test func `with a mail server there is no readable outbox`() async throws {
        try await withPeople(delivery: .server) { world in
            _ = try await world.anonymous.post("/v1/auth/email", #"{"email":"ada@example.org"}"#)

            #expect(try await world.outbox(of: "ada@example.org").isEmpty)
        }
    }

    @Test func `a mail that was not accepted is retried with the same Message-ID`() async throws {
        try await withPeople(delivery: .server) { world in
            let server = ScriptedServer([.temporary(reason: "greylisted", reply: nil)])
            let sender = world.sender(through: server)
            _ = try await world.anonymous.post("/v1/auth/email", #"{"email":"ada@example.org"}"#)

            _ = try await sender.runDue()
            #expect(try await world.waiting() == 1)
            try await world.makeDue()
            _ = try await sender.runDue()

            #expect(server.messages.count == 2)
            #expect(Set(server.messages.map(\.id)).count == 1)
            #expect(try await world.waiting() == 0)
        }
    }

    @Test func `pauses grow, at random, up to an hour`() async throws {
        try await withPeople(delivery: .server) { world in
            let sender = world.sender(
                through: ScriptedServer(repeating: .temporary(reason: "down", reply: nil)))
            _ = try await world.anonymous.post("/v1/auth/email", #"{"email":"ada@example.org"}"#)

            for attempt in 1...20 {
                try await world.makeDue()
                #expect(try await sender.runDue() >= 1)
                let pause: Int = try await world.one(
                    "SELECT extract(epoch FROM due_at - now())::int8 FROM job")
                #expect(pause <= min(3_600, 1 << attempt))
            }
        }
    }

    @Test func `a mail that is refused for good is dropped at once`() async throws {
        try await withPeople(delivery: .server) { world in
            let reply = try #require(SMTPReply(last: ["550 5.1.1 no such user"]))
            let sender = world.sender(through: ScriptedServer([.permanent(reply)]))
            _ = try await world.anonymous.post("/v1/auth/email", #"{"email":"ada@example.org"}"#)

            _ = try await sender.runDue()

            #expect(try await world.waiting() == 0)
        }
    }

    @Test func `after a day a mail is given up`() async throws {
        try await withPeople(delivery: .server) { world in
            let sender = world.sender(
                through: ScriptedServer(repeating: .temporary(reason: "down", reply: nil)))
            _ = try await world.anonymous.post("/v1/auth/email", #"{"email":"ada@example.org"}"#)
            try await world.run("UPDATE mail_outbox SET at = now() - interval '25 hours'")

            _ = try await sender.runDue()

            #expect(try await world.waiting() == 0)
        }
    }

    @Test func `several senders share the work and send each mail once`() async throws {
        try await withPeople(delivery: .server) { world in
            let server = ScriptedServer()
            for number in 1...12 {
                _ = try await world.anonymous.post(
                    "/v1/auth/email", #"{"email":"p\#(number)@example.org"}"#)
            }

            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        let sender = world.sender(through: server)
                        try await sender.runDue()
                    }
                }
                try await group.waitForAll()
            }

            #expect(server.messages.count == 12)
            #expect(Set(server.messages.map(\.to)).count == 12)
            #expect(try await world.waiting() == 0)
        }
    }

    @Test func `a mail that was withdrawn before it left is not sent`() async throws {
        try await withPeople(delivery: .server) { world in
            let server = ScriptedServer()
            _ = try await world.anonymous.post("/v1/auth/email", #"{"email":"ada@example.org"}"#)
            try await world.run("DELETE FROM mail_outbox")

            _ = try await world.sender(through: server).runDue()

            #expect(server.messages.isEmpty)
            #expect(try await world.database.all(.jobCounts).isEmpty)
        }
    }
}

/// A mail server that gives scripted answers, then accepts everything.
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

extension TestWorld {
    func sender(through server: ScriptedServer) -> JobRunner {
        guard let from = try? MailAddress("noonish@noonish.test") else {
            preconditionFailure("noonish@noonish.test is an address")
        }
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let sender = QueuedMailSender(
            database: database, transport: server, from: from, key: .forTests, logger: logger)
        return JobRunner([sender.worker], queue: JobQueue(), database: database, logger: logger)
    }

    func waiting() async throws -> Int {
        try await one("SELECT count(*) FROM mail_outbox")
    }

    /// Ends the pause, or the lease.
    func makeDue() async throws {
        try await run("UPDATE job SET due_at = now()")
    }
}
