import Delivery
import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import Accounts

@Suite struct ExpiredRowCleanerTests {
    @Test func `expired rows are removed and others stay`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            _ = try await world.signInMail(to: "bo@example.org")
            _ = try await ada.requestFriend("cy@example.org")
            let remove = ExpiredRowCleaner(
                world.database, settings: AccountSettings(), clock: world.clock.accountClock,
                others: .ofAllRooms)
            func rows() async throws -> [Int] {
                let database = world.database
                return [
                    try await database.one(.count("test.sign_ins", "SELECT count(*) FROM sign_in")),
                    try await database.one(.count("test.sessions", "SELECT count(*) FROM session")),
                    try await database.one(.count("test.mails", "SELECT count(*) FROM mail_outbox")),
                    try await database.one(
                        .count("test.friend_mails", "SELECT count(*) FROM friend_request_mail")),
                ]
            }

            try await remove.remove()
            #expect(try await rows() == [2, 1, 3, 1])

            world.clock.advance(by: 25 * 3_600)
            try await remove.remove()
            #expect(try await rows() == [0, 1, 3, 1])

            try await world.database.run(script: "UPDATE mail_outbox SET at = at - interval '8 days'")
            try await remove.remove()
            #expect(try await rows() == [0, 1, 0, 1])

            world.clock.advance(by: 37 * 86_400)
            try await remove.remove()
            #expect(try await rows() == [0, 0, 0, 0])
        }
    }
}

@Suite struct SessionClientTests {
    @Test(arguments: [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "", "Firefox on Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0",
            "web/0.1.0", "Edge on Windows"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
            "", "Safari on iPhone"
        ),
        (
            "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
            "", "Chrome on Android"
        ),
        ("curl/8.14.1", "", "curl 8.14.1"),
        ("python-httpx/0.28", "lunchbot/2.1", "lunchbot 2.1"),
        ("", "", ""),
    ])
    func `devices have their common names`(agent: String, client: String, words: String) {
        var headers: HTTPFields = [:]
        if !agent.isEmpty { headers[.userAgent] = agent }
        if !client.isEmpty, let name = HTTPField.Name("Noonish-Client") { headers[name] = client }

        #expect(SessionClient.words(headers) == words)
    }
}
