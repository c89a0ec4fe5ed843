import HTTPTypes
import JSON
import NoonishAPI
import Outings
import TestSupport
import Testing

/// A guest of a share link who gives an address for the outing's news.
@Suite(.timeLimit(.minutes(30))) struct GuestAddressTests {
    private let address = "kai@example.org"

    @Test func `news is mailed to a guest's address once its owner has confirmed it`() async throws {
        try await withDelivery { world in
            let (id, token, browser) = try await world.guestByLink()
            let page = try await browser.get("/i/\(token)?done")
            #expect(page.text.contains(#"action="/i/\#(token)/address""#))
            #expect(try await world.reach(of: "Kai", in: id) == "none")

            let given = try await browser.sendForm(
                "/i/\(token)/address", "email=Kai%40Example.org&csrf=\(try csrf(page))")
            #expect(given.headers[.location] == "/i/\(token)?asked")
            let asked = try await browser.get("/i/\(token)?asked")
            #expect(asked.text.contains("We’ve sent you an email."))
            let mail = try #require(try await world.mails(to: address).first)
            let link = try #require(mail.firstMatch(of: /\/address\/[^\s]+/)?.0)
            #expect(!mail.contains("/i/"))

            let anyone = world.site.browser()
            let question = try await anyone.get(String(link))
            #expect(question.text.contains("Send news to this address?"))
            #expect(try await world.reach(of: "Kai", in: id) == "none")
            let confirmed = try await anyone.sendForm(String(link), "")
            #expect(confirmed.text.contains("We’ll write when something changes."))
            #expect(try await world.reach(of: "Kai", in: id) == "mail")
            #expect(!(try await browser.get("/i/\(token)").text.contains("/address\"")))

            let tag = try #require(try await world.leila.get("/v1/outings/\(id)").headers[.eTag])
            _ = try await world.leila.patch(
                "/v1/outings/\(id)", #"{"place":"Kala"}"#, headers: [.ifMatch: tag])
            _ = try await eventually("a mail about the place") {
                try await world.mails(to: address).first { $0.contains("Kala") && $0.contains("/i/\(token)") }
            }
            let list = try await world.leila.get("/v1/outings/\(id)/attendees")
            #expect(!list.text.contains(address))
        }
    }

    @Test func `a link that the server did not make confirms nothing`() async throws {
        try await withDelivery { world in
            let (id, token, _) = try await world.guestByLink()
            let given = try await world.anonymous.post(
                "/v1/invitations/\(token)/address", #"{"email":"kai@example.org"}"#)
            #expect(given.status == .accepted)
            let mail = try #require(try await world.mails(to: address).first)
            let link = String(try #require(mail.firstMatch(of: /\/address\/[^\s]+/)?.0))

            let forged = try await world.anonymous.post(String(link.dropLast()) + "x")

            #expect(forged.status == .notFound)
            #expect(try await world.reach(of: "Kai", in: id) == "none")
        }
    }

    @Test func `addresses are refused for members, for share links, and above the limit`() async throws {
        try await withDelivery { world in
            let (id, token, _) = try await world.guestByLink()
            let toms = try await world.personalToken(of: world.cast.tom.id, in: id)
            let share = try await world.leila.post("/v1/outings/\(id)/links")["url"].text ?? ""
            func give(_ token: String) async throws -> TestSupport.Answer {
                try await world.anonymous.post(
                    "/v1/invitations/\(token)/address", #"{"email":"kai@example.org"}"#)
            }

            #expect(try await give(toms)["code"].text == "address_in_settings")
            #expect(try await give(String(share.split(separator: "/").last ?? "")).status == .notFound)
            var codes: [Int] = []
            for _ in 0..<4 { codes.append(try await give(token).status.code) }
            #expect(codes == [202, 202, 202, 429])
        }
    }

    @Test func `an address that others have used up gets no more mails, and the response does not reveal it`()
        async throws
    {
        try await withDelivery { world in
            var answers: [TestSupport.Answer] = []
            for _ in 0..<4 {
                let (_, token, _) = try await world.guestByLink()
                answers.append(
                    try await world.anonymous.post(
                        "/v1/invitations/\(token)/address", #"{"email":"kai@example.org"}"#))
            }

            #expect(answers.allSatisfy { $0.status == .accepted })
            #expect(Set(answers.map(\.text)).count == 1)
            #expect(try await world.mails(to: address).count == 3)
        }
    }

    private func csrf(_ page: TestSupport.Answer) throws -> String {
        String(try #require(page.text.firstMatch(of: /name="csrf" value="([^"]+)"/)?.1))
    }
}

extension TestWorld {
    /// Lets a guest called Kai come to a lunch by a share link; returns the token of their personal link.
    fileprivate func guestByLink() async throws -> (id: OutingID, token: String, browser: Visitor) {
        let (id, _) = try await lunch()
        let link = try await leila.post("/v1/outings/\(id)/links")["url"].text ?? ""
        let share = String(link.split(separator: "/").last ?? "")
        let answer = try await anonymous.put(
            "/v1/invitations/\(share)/attendance", #"{"status":"attending","name":"Kai"}"#)
        guard let url = answer["url"].text, let token = url.split(separator: "/").last else {
            throw Unexpected(answer)
        }
        return (id, String(token), site.browser())
    }

    /// Returns how news reaches a person, as the host sees it.
    fileprivate func reach(of name: String, in outing: OutingID) async throws -> String? {
        try await leila.get("/v1/outings/\(outing)/attendees")["items"].elements
            .first { $0["person"]["name"].text == name }?["reach"].text
    }
}
