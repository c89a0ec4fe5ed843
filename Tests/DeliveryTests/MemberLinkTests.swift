import HTTPTypes
import NoonishAPI
import TestSupport
import Testing

/// The links with which a mail to a member asks for an answer.
@Suite struct MemberLinkTests {
    @Test(arguments: [false, true])
    func `a member answers with one press, signed in or not`(isSignedIn: Bool) async throws {
        try await withDelivery { world in
            let (id, _) = try await world.lunch()
            let token = try await world.personalToken(of: world.cast.tom.id, in: id)
            let visitor = isSignedIn ? world.tom : world.site.browser()

            let page = try await visitor.get("/i/\(token)?answer=maybe")
            let csrf = try #require(page.text.firstMatch(of: /name="csrf" value="([^"]+)"/)?.1)
            let before = try await world.tom.get("/v1/outings/\(id)")
            let answer = try await visitor.sendForm("/i/\(token)", "status=maybe&csrf=\(csrf)")

            #expect(page.status == .ok)
            #expect(page.text.contains("Press your answer once more to send it."))
            #expect(before["myAttendance"]["status"].text == "invited")
            #expect(answer.headers[.location] == "/i/\(token)?done")
            let after = try await world.tom.get("/v1/outings/\(id)")
            #expect(after["myAttendance"]["status"].text == "maybe")
        }
    }

    @Test func `the link shows a member the outing, and leads to its page where they are signed in`()
        async throws
    {
        try await withDelivery { world in
            let (id, _) = try await world.lunch()
            let token = try await world.personalToken(of: world.cast.tom.id, in: id)

            let elsewhere = try await world.site.browser().get("/i/\(token)")
            let signedIn = try await world.tom.get("/i/\(token)")
            let another = try await world.leila.get("/i/\(token)")

            #expect(elsewhere.status == .ok)
            #expect(elsewhere.text.contains("Answer as Tom"))
            #expect(signedIn.status == .seeOther)
            #expect(signedIn.headers[.location] == "/outings/\(id)")
            #expect(another.status == .ok)
        }
    }
}
