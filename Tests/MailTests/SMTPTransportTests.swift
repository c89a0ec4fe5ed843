import Fetch
import Foundation
import Logging
import Mail
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct `The mail server` {
    @Test func `receives what was written`() async throws {
        try await withMailServer { transport, server in
            var message = try MailMessage.invitation(to: "mia@example.org")
            message.replyTo = try MailAddress("ben@example.org", name: "Bén, the host")
            message.returnPath = try MailAddress("bounce+17@noonish.example")
            message.references = try [
                MessageID("first", domain: "noonish.example"), MessageID("second", domain: "noonish.example"),
            ]
            message.unsubscribe = try UnsubscribeLink(
                "https://noonish.example/unsubscribe/\(String(repeating: "t", count: 120))")

            try await transport.send(message)

            let received: Received = try await server.event()
            #expect(received.defects == [])
            #expect(received.sender == "bounce+17@noonish.example")
            #expect(received.recipients == ["mia@example.org"])
            #expect(received.greeting == "our.host.name")
            #expect(!received.secure)
            #expect(received.type == "multipart/alternative")
            #expect(received["Subject"] == "Zoë invites you: 寿司 on Friday, at a time that suits everybody 🍣")
            #expect(received["Message-ID"] == "<invitation.1@noonish.example>")
            #expect(received["In-Reply-To"] == "<second@noonish.example>")
            #expect(received["References"] == "<first@noonish.example> <second@noonish.example>")
            #expect(received["Auto-Submitted"] == "auto-generated")
            #expect(received["List-Unsubscribe"] == "<\(message.unsubscribe?.url ?? "")>")
            #expect(received["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click")
            #expect(
                received.addresses == [
                    ["From", "Zoë & Noonish", "table@noonish.example"],
                    ["To", "Mia (\"M\") Lee", "mia@example.org"],
                    ["Reply-To", "Bén, the host", "ben@example.org"],
                ])
            #expect(received.parts.map(\.type) == ["text/plain", "text/html"])
            #expect(received.parts.map(\.content) == [message.text.asSent, message.html?.asSent])
            #expect(received.linesAreSound)
        }
    }

    @Test(
        arguments: [
            ".", "..\n.\n...\n", "a\n.\nQUIT\n", String(repeating: ".", count: 500) + "\n", "a\n\n\n.\n",
            String(repeating: "x", count: 75) + ".y\n", String(repeating: "ab. ", count: 5_000) + "\n",
            String(repeating: "line\n.dot\n", count: 10_000), "\u{1}\u{7f}\u{0}\n", "трудно.\n.\n",
            "From me\n>From you\n",
        ].map(SentText.init))
    func `receives dots and long texts unchanged`(sent: SentText) async throws {
        let text = sent.text
        try await withMailServer { transport, server in
            var message = try MailMessage.invitation(to: "mia@example.org")
            message.html = nil
            message.text = text

            try await transport.send(message)

            let received: Received = try await server.event()
            #expect(received.defects == [])
            #expect(received.type == "text/plain")
            #expect(received.parts.first?.content == (text.hasSuffix("\n") ? text : text + "\n").asSent)
            #expect(received.linesAreSound)
        }
    }

    @Test(arguments: [
        "Lunch\r\nBcc: eve@example.org", "Lunch\nX: y", "Lunch\r", "\r\n\r\nbody", "\u{0}\u{85}\u{2028}X: y",
        "=?utf-8?Q?=0D=0ABcc:_eve@example.org?=",
    ])
    func `finds no header that text smuggled in`(hostile: String) async throws {
        try await withMailServer { transport, server in
            var message = try MailMessage.invitation(to: "mia@example.org")
            message.subject = hostile
            message.from = try MailAddress(message.from.address, name: hostile)

            try await transport.send(message)

            let received: Received = try await server.event()
            let names = received.headers.map { $0[0] }
            #expect(
                names == [
                    "Date", "From", "To", "Subject", "Message-ID", "Auto-Submitted", "MIME-Version",
                    "Content-Type",
                ])
            #expect(received.recipients == ["mia@example.org"])
            #expect(received.linesAreSound)
        }
    }

    @Test func `is spoken to on one connection again and again`() async throws {
        try await withMailServer { transport, server in
            var peers: Set<Int> = []
            for number in 1...3 {
                try await transport.send(.invitation(to: "guest\(number)@example.org"))
                let received: Received = try await server.event()
                #expect(received.recipients == ["guest\(number)@example.org"])
                peers.insert(received.peer)
            }

            #expect(peers.count == 1)
        }
    }

    @Test func `may refuse a recipient for good`() async throws {
        try await withMailServer { transport, server in
            let failure = await #expect(throws: MailSendError.self) {
                try await transport.send(.invitation(to: "refused@example.org"))
            }

            guard case .permanent(let reply) = failure else { throw Unexpected(failure) }
            #expect(reply.code == 550)
            #expect(reply.enhanced == "5.1.1")
            #expect(reply.text == "There is no such mailbox")
            try await transport.send(.invitation(to: "mia@example.org"))
        }
    }

    @Test func `may refuse a message for good`() async throws {
        try await withMailServer { transport, server in
            let failure = await #expect(throws: MailSendError.self) {
                try await transport.send(.invitation(to: "spam@example.org"))
            }

            guard case .permanent(let reply) = failure else { throw Unexpected(failure) }
            #expect(reply.codes == "554 5.7.1")
        }
    }

    @Test func `may ask to come back later`() async throws {
        try await withMailServer { transport, server in
            let failure = await #expect(throws: MailSendError.self) {
                try await transport.send(.invitation(to: "later@example.org"))
            }

            guard case .temporary(_, let reply) = failure else { throw Unexpected(failure) }
            #expect(reply?.codes == "451 4.2.1")
            #expect(failure?.description.contains("example.org") == false)
        }
    }

    @Test func `may vanish in the middle`() async throws {
        try await withMailServer { transport, server in
            let failure = await #expect(throws: MailSendError.self) {
                try await transport.send(.invitation(to: "vanish@example.org"))
            }

            guard case .temporary(_, nil) = failure else { throw Unexpected(failure) }
            try await transport.send(.invitation(to: "mia@example.org"))
        }
    }

    @Test func `may turn us away at the door, which is nobody's bounce`() async throws {
        try await withMailServer(["--turn-away"]) { transport, server in
            let failure = await #expect(throws: MailSendError.self) {
                try await transport.send(.invitation(to: "mia@example.org"))
            }

            guard case .temporary(_, let reply) = failure else { throw Unexpected(failure) }
            #expect(reply?.codes == "554 5.3.2")
        }
    }

    @Test func `may not be there`() async throws {
        try await withTransport(
            try MailConfiguration(url: "smtp://127.0.0.1:1?tls=none", from: "a@b.example")
        ) {
            transport in
            let failure = await #expect(throws: MailSendError.self) {
                try await transport.send(.invitation(to: "mia@example.org"))
            }

            guard case .temporary(_, nil) = failure else { throw Unexpected(failure) }
        }
    }

    @Test(arguments: ["smtp", "smtps"])
    func `is spoken to in secret, with a login`(scheme: String) async throws {
        let options = [scheme == "smtps" ? "--smtps" : "--starttls", "--login", "table", "p@ss/w:ord"]
        try await PythonServer.run("smtp_server.py", options) { server in
            let configuration = try MailConfiguration(
                url: "\(scheme)://table:p%40ss%2Fw%3Aord@localhost:\(server.port)",
                from: "table@noonish.example",
                certificateAuthorities: server.authority)
            try await withTransport(configuration) { transport in
                try await transport.send(.invitation(to: "mia@example.org"))

                let received: Received = try await server.event()
                #expect(received.secure)
                #expect(received.login)
                #expect(received.greeting == "noonish.example")
            }
        }
    }

    @Test func `may not know our password, which is nobody's bounce`() async throws {
        try await PythonServer.run("smtp_server.py", ["--starttls", "--login", "table", "right"]) { server in
            let configuration = try MailConfiguration(
                url: "smtp://table:wrong@localhost:\(server.port)", from: "table@noonish.example",
                certificateAuthorities: server.authority)
            try await withTransport(configuration) { transport in
                let failure = await #expect(throws: MailSendError.self) {
                    try await transport.send(.invitation(to: "mia@example.org"))
                }

                guard case .temporary(let reason, let reply) = failure else { throw Unexpected(failure) }
                #expect(reply?.code == 535)
                #expect(!reason.contains("wrong"))
            }
        }
    }

    @Test func `may want a login that we have not, which is nobody's bounce`() async throws {
        try await PythonServer.run("smtp_server.py", ["--starttls", "--login", "table", "right"]) { server in
            let configuration = try MailConfiguration(
                url: "smtp://localhost:\(server.port)", from: "table@noonish.example",
                certificateAuthorities: server.authority)
            try await withTransport(configuration) { transport in
                let failure = await #expect(throws: MailSendError.self) {
                    try await transport.send(.invitation(to: "mia@example.org"))
                }

                guard case .temporary(_, let reply) = failure else { throw Unexpected(failure) }
                #expect(reply?.code == 530)
            }
        }
    }

    @Test func `gets no mail in the open unless that is asked for`() async throws {
        try await PythonServer.run("smtp_server.py") { server in
            let configuration = try MailConfiguration(
                url: "smtp://localhost:\(server.port)", from: "table@noonish.example")
            try await withTransport(configuration) { transport in
                let failure = await #expect(throws: MailSendError.self) {
                    try await transport.send(.invitation(to: "mia@example.org"))
                }

                guard case .temporary(let reason, _) = failure else { throw Unexpected(failure) }
                #expect(reason.hasPrefix("no secure connection"))
            }
        }
    }

    @Test(arguments: ["smtp", "smtps"])
    func `gets no mail if its certificate does not hold`(scheme: String) async throws {
        try await PythonServer.run("smtp_server.py", [scheme == "smtps" ? "--smtps" : "--starttls"]) {
            server in
            let configuration = try MailConfiguration(
                url: "\(scheme)://localhost:\(server.port)", from: "table@noonish.example")
            try await withTransport(configuration) { transport in
                let failure = await #expect(throws: MailSendError.self) {
                    try await transport.send(.invitation(to: "mia@example.org"))
                }

                guard case .temporary(let reason, _) = failure else { throw Unexpected(failure) }
                #expect(reason.hasPrefix("no secure connection"))
            }
        }
    }

    @Test func `takes many at once`() async throws {
        try await withMailServer { transport, server in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...12 {
                    group.addTask { try await transport.send(.invitation(to: "guest\(number)@example.org")) }
                }
                try await group.waitForAll()
            }

            var recipients: Set<String> = []
            for _ in 1...12 {
                let received: Received = try await server.event()
                #expect(received.recipients.count == 1)
                recipients.formUnion(received.recipients)
            }
            #expect(recipients.count == 12)
        }
    }
}

/// A text that is sent, of which test results name only the beginning.
struct SentText: CustomTestStringConvertible {
    let text: String
    var testDescription: String { String(text.prefix(20)).debugDescription }
}
