import Access
import Accounts
import Foundation
import HTTPTypes
import JSON
import Mail
import TestSupport
import Testing

@Suite struct OutboxTests {
    @Test func `mail is listed newest first, for one address or for all`() async throws {
        try await withPeople { world in
            _ = try await world.signInMail(to: "ada@example.org")
            _ = try await world.signInMail(to: "bo@example.org")
            let newest = try await world.signInMail(to: "ada@example.org")

            let all = try await world.anonymous.get("/dev/outbox").json["items"].elements
            let adas = try await world.outbox(of: "ADA@example.org")

            #expect(all.map { $0["to"].text } == ["ada@example.org", "bo@example.org", "ada@example.org"])
            #expect(adas.count == 2)
            #expect(adas[0] == newest)
            #expect(newest.names == ["to", "subject", "text", "html", "at", "code", "links"])
        }
    }

    @Test func `a browser gets a page without scripts`() async throws {
        try await withPeople { world in
            let mail = try await world.signInMail(to: "ada@example.org")

            let page = try await world.anonymous.get(
                "/dev/outbox", headers: [.accept: "text/html,*/*;q=0.8", .secFetchSite: "none"])

            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            #expect(page.text.contains(mail["code"].text ?? "no code"))
            #expect(page.text.contains("<a href=\"\(mail["links"][0].text ?? "no link")\">"))
            #expect(!page.text.contains("<script"))
        }
    }

    @Test func `names are escaped on that page`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            _ = try await ada.patch("/v1/me", #"{"name":"<img src=x onerror=alert(1)>"}"#)
            _ = try await ada.requestFriend("bo@example.org")

            let page = try await world.anonymous.get("/dev/outbox", headers: [.accept: "text/html"])
            let mail = try await world.newestMail(to: "bo@example.org")

            #expect(page.text.contains("&lt;img src=x"))
            #expect(!page.text.contains("<img"))
            #expect(mail["html"].text?.contains("<img") == false)
        }
    }

    @Test(arguments: [
        HTTPFields(),
        [.secFetchSite: "same-origin"], [.secFetchSite: "none"], [.origin: "http://localhost:8080"],
    ])
    func `requests from this machine are accepted`(headers: HTTPFields) async throws {
        try await withPeople { world in
            for host in ["localhost:8080", "127.0.0.1:8080", "[::1]:8080", "localhost"] {
                guard headers[.origin] == nil || host == "localhost:8080" else { continue }
                let answer = try await world.anonymous.send(
                    .get, "/dev/outbox", headers: headers, host: host)
                #expect(answer.status == .ok)
            }
        }
    }

    @Test(
        arguments: [
            [.forwarded: "for=192.0.2.1"],
            [.xForwardedFor: "127.0.0.1"],
            [.xForwardedHost: "localhost"],
            [.via: "1.1 proxy"],
            [.xRealIP: "127.0.0.1"],
            [.origin: "https://evil.example"], [.origin: "null"], [.origin: "http://127.0.0.1:9999"],
            [.secFetchSite: "cross-site"], [.secFetchSite: "same-site"],
        ] as [HTTPFields])
    func `requests that another site caused are refused`(headers: HTTPFields) async throws {
        try await withPeople { world in
            let answer = try await world.anonymous.get("/dev/outbox", headers: headers)

            #expect(answer.status == .notFound)
            #expect(answer.code == "not_found")
        }
    }

    @Test func `requests for host names that point at this machine are refused`() async throws {
        try await withPeople { world in
            for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "192.0.2.1"] {
                let answer = try await world.anonymous.send(.get, "/dev/outbox", host: host)
                #expect(answer.status == .misdirectedRequest)
            }
        }
    }

    @Test(arguments: [
        (false, "127.0.0.1", "http://localhost:8080", true),
        (false, "localhost", "http://127.0.0.1:8080", true),
        (false, "::1", "http://[::1]:8080", true),
        (true, "127.0.0.1", "http://localhost:8080", false),
        (false, "0.0.0.0", "http://localhost:8080", false),
        (false, "::", "http://localhost:8080", false),
        (false, "192.0.2.1", "http://localhost:8080", false),
        (false, "127.0.0.1", "https://lunch.example.org", false),
        (false, "127.0.0.1", "http://localhost.example.org", false),
        (false, "127.0.0.1", "http://localhost@evil.example", false),
        (false, "127.0.0.1", "", false),
    ])
    func `the outbox is served only without a mail server and only on this machine`(
        hasMailServer: Bool, host: String, publicURL: String, isEnabled: Bool
    ) {
        let accessGuard = LocalhostGuard(hasMailServer: hasMailServer, host: host, publicURL: publicURL)

        #expect(accessGuard.isEnabled == isEnabled)
    }

    @Test func `a message is stored in the outbox once`() async throws {
        try await withPeople { world in
            let transport = OutboxTransport(world.database, key: .forTests)
            let message = MailMessage(
                id: try MessageID("lunch-7", domain: "noonish.test"), date: .now,
                from: try MailAddress("noonish@noonish.test"), to: try MailAddress("Ada@example.org"),
                subject: "Lunch moved", text: "See http://localhost:8080/i/abc\n")

            try await transport.send(message)
            try await transport.send(message)

            let mails = try await world.outbox(of: "ada@example.org")
            #expect(mails.count == 1)
            #expect(mails[0]["links"].elements.map(\.text) == ["http://localhost:8080/i/abc"])
            #expect(!mails[0].names.contains("code"))
        }
    }
}

extension HTTPField.Name {
    fileprivate static let forwarded = known("Forwarded")
    fileprivate static let xForwardedFor = known("X-Forwarded-For")
    fileprivate static let xForwardedHost = known("X-Forwarded-Host")
    fileprivate static let xRealIP = known("X-Real-IP")

    private static func known(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) names a header field") }
        return name
    }
}
