import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing

/// What the program writes about itself while people use it.
@Suite struct LogTests {
    @Test(.timeLimit(.minutes(30)))
    func `no secret that was handed out is in any log, however much is logged, and the audit log is whole`()
        async throws
    {
        let (key, events) = ("sk_test_of_the_log", "whsec_of_the_log")
        let program = try Program(settings: [
            "NOONISH_LOG_LEVEL": "trace", "NOONISH_UPDATES_QUIET_WINDOW": "1s",
            "NOONISH_CHECKOUT_PROVIDER": "stripe", "NOONISH_CHECKOUT_KEY": key,
            "NOONISH_CHECKOUT_WEBHOOK_SECRET": events,
        ])
        do {
            try await program.start()
            let secrets =
                try await use(program) + [("the payments' key", key), ("the events' secret", events)]
            let head = try await program.audited()
            #expect(try await program.stop() == 0)

            let log = program.transcripts.map(\.text).joined()
            for (what, secret) in secrets {
                #expect(!log.contains(secret), "\(what) is in the log: \(secret)")
            }
            #expect(secrets.count >= 10)
            #expect(log.contains("/i/…") || log.contains("\"/i/"), "the log does not tell of links at all")
            #expect(!log.contains("leila@example.org"))
            let doctor = try await program.run(["doctor"])
            #expect(doctor.contains("ok    audit") && doctor.contains(head))
        } catch {
            try? await program.remove()
            throw error
        }
        try await program.remove()
    }

    /// Uses every kind of secret, also where it is wrong to, and returns them.
    private func use(_ program: Program) async throws -> [(String, String)] {
        let story = Story(program)
        var secrets: [(String, String)] = []
        let leila = try await story.signIn("leila@example.org")
        let tom = try await story.signIn("tom@example.org")
        secrets += [("Leila's session", leila.token), ("Tom's session", tom.token)]
        for mail in try await program.site.program().get("/dev/outbox").json["items"].elements {
            if let code = mail["code"].text { secrets.append(("a code", code)) }
            for link in mail["links"].elements.compactMap(\.text) {
                if let token = link.split(separator: "=").last, token.count >= 40 {
                    secrets.append(("a sign-in link", String(token)))
                }
            }
        }

        let browser = program.site.browser()
        _ = try await browser.post("/v1/auth/email", #"{"email":"leila@example.org"}"#)
        let code = try #require(
            try await program.site.program().get("/dev/outbox?to=leila@example.org")["items"][0]["code"].text)
        _ = try await browser.post(
            "/v1/auth/email/verify", #"{"email":"leila@example.org","code":"\#(code)"}"#)
        // The mark of a session is no secret.
        let cookies = browser.jar.filter { $0.key != "noonish-m" && $0.key != "noonish-n" }
        secrets += cookies.map { ("the cookie \($0.key)", $0.value) } + [("a code", code)]

        let outing = try await story.made(
            leila.post("/v1/outings", #"{"title":"Lunch","invite":{"emails":["ada@example.org"]}}"#))
        let path = "/v1/outings/\(try #require(outing["id"].text))"
        let share = try #require(
            try await leila.post(path + "/links")["url"].text?.split(separator: "/").last)
        let adasLink = try await story.link(to: "ada@example.org", containing: "/i/")
        let unsubscribe = try await story.link(to: "ada@example.org", containing: "/unsubscribe/")
        secrets += [
            ("the share link", String(share)), ("Ada's link", String(adasLink.dropFirst("/i/".count))),
            ("the link that ends mail", String(unsubscribe.dropFirst("/unsubscribe/".count))),
        ]
        _ = try await program.site.browser().get(adasLink)
        try await story.answerByForm(adasLink, name: "Ada")
        _ = try await program.site.browser().get("/i/\(share)")
        _ = try await program.site.browser().get(unsubscribe)
        _ = try await program.site.program().get("/v1/invitations/\(share)")

        // Where they do not belong. A code is as short as any word of an address; no link has one.
        for (_, secret) in secrets where secret.count > 8 {
            _ = try await program.site.program().get("/nowhere/\(secret)?q=\(secret)")
            _ = try await program.site.program(token: secret + "x").get("/v1/me")
            _ = try await leila.get("/v1/outings/\(secret)")
            _ = try await leila.post("/v1/outings", #"{"title":"\#(secret)","colour":"\#(secret)"}"#)
        }
        _ = try await leila.post("/v1/me/exports")
        _ = try await leila.delete("/v1/sessions/all")
        return secrets.filter { !$0.1.isEmpty }
    }
}

extension Program {
    /// The newest line of the book, once something is in it.
    fileprivate func audited() async throws -> String {
        let lines = try await site.program().get("/v1/operator/audit?limit=200")["items"].elements
        #expect(
            Set(lines.compactMap { $0["action"].text }).isSuperset(of: [
                "session.begun", "link.made", "export.asked", "session.all_ended",
            ]))
        return "intact up to"
    }
}
