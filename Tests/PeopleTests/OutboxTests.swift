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
        try await withHouse { house in
            _ = try await house.askForMail(to: "ada@example.org")
            _ = try await house.askForMail(to: "bo@example.org")
            let newest = try await house.askForMail(to: "ada@example.org")

            let all = try await house.site.program().get("/dev/outbox").json["items"].elements
            let adas = try await house.mails(to: "ADA@example.org")

            #expect(all.map { $0["to"].text } == ["ada@example.org", "bo@example.org", "ada@example.org"])
            #expect(adas.count == 2)
            #expect(adas[0] == newest)
            #expect(newest.names == ["to", "subject", "text", "html", "at", "code", "links"])
        }
    }

    @Test func `a browser gets a page that runs nothing`() async throws {
        try await withHouse { house in
            let mail = try await house.askForMail(to: "ada@example.org")

            let page = try await house.site.program().get(
                "/dev/outbox", headers: [.accept: "text/html,*/*;q=0.8", .secFetchSite: "none"])

            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            #expect(page.text.contains(mail["code"].text ?? "no code"))
            #expect(page.text.contains("<a href=\"\(mail["links"][0].text ?? "no link")\">"))
            #expect(!page.text.contains("<script"))
        }
    }

    @Test func `what people call themselves is text on that page`() async throws {
        try await withHouse { house in
            let ada = try await house.signedIn("ada@example.org")
            _ = try await ada.patch("/v1/me", #"{"name":"<img src=x onerror=alert(1)>"}"#)
            _ = try await ada.ask("bo@example.org")

            let page = try await house.site.program().get("/dev/outbox", headers: [.accept: "text/html"])
            let mail = try await house.newestMail(to: "bo@example.org")

            #expect(page.text.contains("&lt;img src=x"))
            #expect(!page.text.contains("<img"))
            #expect(mail["html"].text?.contains("<img") == false)
        }
    }

    @Test(arguments: [
        HTTPFields(),
        [.secFetchSite: "same-origin"], [.secFetchSite: "none"], [.origin: "http://localhost:8080"],
    ])
    func `the door is open to whoever sits at the machine`(headers: HTTPFields) async throws {
        try await withHouse { house in
            for host in ["localhost:8080", "127.0.0.1:8080", "[::1]:8080", "localhost"] {
                guard headers[.origin] == nil || host == "localhost:8080" else { continue }
                let answer = try await house.site.program().send(
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
            [.origin: "https://evil.example"], [.origin: "null"], [.origin: "http://127.0.0.1:9999"],
            [.secFetchSite: "cross-site"], [.secFetchSite: "same-site"],
        ] as [HTTPFields])
    func `the door is shut to whoever is led there`(headers: HTTPFields) async throws {
        try await withHouse { house in
            let answer = try await house.site.program().get("/dev/outbox", headers: headers)

            #expect(answer.status == .notFound)
            #expect(answer.code == "not_found")
        }
    }

    @Test func `the door is shut to names that somebody pointed at this machine`() async throws {
        try await withHouse { house in
            for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "192.0.2.1"] {
                let answer = try await house.site.program().send(.get, "/dev/outbox", host: host)
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
    func `there is a door only without mail server and on this machine alone`(
        hasMailServer: Bool, host: String, publicURL: String, isEnabled: Bool
    ) {
        let accessGuard = LocalhostGuard(hasMailServer: hasMailServer, host: host, publicURL: publicURL)

        #expect(accessGuard.isEnabled == isEnabled)
    }

    @Test func `a message for the outbox is kept once`() async throws {
        try await withHouse { house in
            let transport = OutboxTransport(house.database, key: .forTests)
            let message = MailMessage(
                id: try MessageID("lunch-7", domain: "noonish.test"), date: .now,
                from: try MailAddress("noonish@noonish.test"), to: try MailAddress("Ada@example.org"),
                subject: "Lunch moved", text: "See http://localhost:8080/i/abc\n")

            try await transport.send(message)
            try await transport.send(message)

            let mails = try await house.mails(to: "ada@example.org")
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

    private static func known(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) names a header field") }
        return name
    }
}
