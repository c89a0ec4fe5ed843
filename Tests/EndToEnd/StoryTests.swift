import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing

/// The main job, end to end, as a new user would try it: through HTTP only, against the built program.
@Suite struct StoryTests {
    @Test(.timeLimit(.minutes(30)))
    func `friends and a guest get to one table, and nobody is told twice`() async throws {
        let extract = Self.extract
        let program = try Program(settings: [
            "NOONISH_UPDATES_QUIET_WINDOW": "3s", "NOONISH_UPDATES_MAX_WAIT": "30s",
            "NOONISH_SAMPLE_LOAD": extract == nil ? "true" : "false",
        ])
        do {
            try await tell(program, extract: extract)
        } catch {
            try? await program.remove()
            throw error
        }
        try await program.remove()
    }

    private func tell(_ program: Program, extract: String?) async throws {
        try await program.start()
        if let extract {
            let report = try await program.run(["import", "osm", extract])
            print("story: imported\n\(report.split(separator: "\n").suffix(8).joined(separator: "\n"))")
        }
        var story = Story(program)

        // The host starts with a title and two people.
        let host = try await story.signIn("leila@example.org")
        let friend = try await story.signIn("tom@example.org")
        let outing = try await story.made(host.post("/v1/outings", #"{"title":"Thursday lunch"}"#))
        let path = "/v1/outings/\(try #require(outing["id"].text))"
        #expect(outing["state"].text == "planning")
        try await story.befriend(host, friend, address: "tom@example.org")
        let tom = try #require(try await friend.get("/v1/me")["id"].text)
        let invited = try await host.post(
            path + "/invitations", #"{"people":["\#(tom)"],"emails":["ada@example.org"]}"#)
        #expect(invited.status == .ok)
        story.tell("invited Tom and ada@example.org")
        _ = try await story.mail(to: "tom@example.org", containing: "Thursday lunch")
        let adasLink = try await story.link(to: "ada@example.org", containing: "/i/")

        // Real places by distance, for a word of genre and a diet.
        let vegan = try await story.search("q=vegan", by: host)
        let sushi = try await story.search("q=sushi", by: host)

        // Each edit shows on the friend's open stream; the mail says both once.
        let stream = try EventStream(program.url + "/v1/updates/stream", token: friend.token)
        defer { stream.close() }
        try await stream.wait(for: "event: revision")
        let place = try #require(vegan["id"].text)
        let placed = try await story.edited(
            host.patch(
                path, #"{"restaurantId":"\#(place)"}"#,
                headers: [.ifMatch: try #require(outing.headers[.eTag])]))
        try await stream.wait(for: #""kind":"place_set""#)
        let timed = try await story.edited(
            host.patch(
                path, #"{"startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki"}"#,
                headers: [.ifMatch: try #require(placed.headers[.eTag])]))
        try await stream.wait(for: #""kind":"time_set""#)
        #expect(timed["state"].text == "set")
        let told = try await story.mail(to: "tom@example.org", containing: "12:30")
        let name = try #require(vegan["name"].text)
        let both = told.split(separator: "\n").first { $0.contains("12:30") && $0.contains(name) }
        story.tell("Tom's mail says: \(try #require(both, "one mail for both edits"))")

        // The friend accepts; the guest answers from the mail's link, with neither account nor script.
        let accepted = try await friend.put(path + "/attendance", #"{"status":"attending"}"#)
        #expect(accepted["status"].text == "attending")
        try await story.answerByForm(adasLink, name: "Ada")
        let list = try await host.get(path + "/attendees")
        let coming = list["items"].elements.filter { $0["status"].text == "attending" }
        #expect(coming.compactMap { $0["person"]["name"].text }.sorted() == ["Ada", "leila", "tom"])
        story.tell("the host sees \(coming.count) coming")

        // What must not go through.
        let stale = try await host.patch(
            path, #"{"title":"Dinner"}"#, headers: [.ifMatch: try #require(outing.headers[.eTag])])
        #expect(stale.status == .preconditionFailed)
        let stranger = try await story.signIn("eve@example.org")
        #expect(try await stranger.get(path).status == .notFound)
        story.tell("a stale edit gets \(stale.status.code), a stranger 404")

        // Killed between an edit and its mail.
        let noted = try await story.edited(
            host.patch(
                path, #"{"note":"Bring an umbrella"}"#,
                headers: [.ifMatch: try #require(timed.headers[.eTag])]))
        try await program.kill()
        story.tell("killed with -9 right after the edit")
        try await program.start()
        story = Story(program)
        _ = try await story.mail(to: "tom@example.org", containing: "Bring an umbrella")
        let hostAgain = program.site.program(token: host.token)
        _ = try await story.edited(
            hostAgain.patch(
                path, #"{"respondBy":"2027-03-09T18:00"}"#,
                headers: [.ifMatch: try #require(noted.headers[.eTag])])
        )
        _ = try await story.mail(to: "tom@example.org", containing: "9 March")
        let mails = try await story.mails(to: "tom@example.org")
        for news in ["invited you", "12:30", "added a note", "9 March"] {
            #expect(mails.count { $0.prefix { $0 != "\n" }.contains(news) } == 1, "subjects about \(news)")
        }
        story.tell("started again: the mail went out once; \(sushi["name"].text ?? "") is for another day")
        #expect(try await program.stop() == 0)
    }

    /// Real places around the centre of Helsinki, where they are to be had; else the sample city is searched.
    private static let extract: String? = {
        guard let samples = ProcessInfo.processInfo.environment["NOONISH_SAMPLES"] else { return nil }
        let file = URL(filePath: samples).appending(path: "helsinki-centre.osm.pbf").path()
        return FileManager.default.fileExists(atPath: file) ? file : nil
    }()
}

/// What the people of the story do, in their words.
struct Story {
    let program: Program

    init(_ program: Program) { self.program = program }

    private var site: TestSite { program.site }

    func tell(_ what: String) { print("story: \(what)") }

    /// By the code in the mail.
    func signIn(_ address: String) async throws -> Visitor {
        let visitor = site.program()
        let asked = try await visitor.post("/v1/auth/email", #"{"email":"\#(address)"}"#)
        #expect(asked.status == .accepted)
        let code = try await eventually("a code for \(address)") {
            try await site.program().get("/dev/outbox?to=\(address)")["items"][0]["code"].text
        }
        let session = try await visitor.post(
            "/v1/auth/email/verify", #"{"email":"\#(address)","code":"\#(code)"}"#)
        #expect(session.status == .ok)
        tell("\(address) is signed in")
        let token: String = try #require(session["token"].text)
        return site.program(token: token)
    }

    func befriend(_ one: Visitor, _ other: Visitor, address: String) async throws {
        let asked = try await one.post("/v1/friends/requests", #"{"email":"\#(address)"}"#)
        #expect(asked.status.code < 300)
        let requests = try await other.get("/v1/friends/requests")["items"].elements
        let request = try #require(requests.first?["id"].text)
        let accepted = try await other.post("/v1/friends/requests/\(request)/accept")
        #expect(accepted.status.code < 300)
        #expect(try await one.get("/v1/friends")["items"].elements.count == 1)
        tell("\(address) accepted the friend request")
    }

    func made(_ answer: Answer) throws -> Answer {
        #expect(answer.status == .created, "\(answer)")
        return answer
    }

    func edited(_ answer: Answer) throws -> Answer {
        #expect(answer.status == .ok, "\(answer)")
        return answer
    }

    /// The nearest place for a search near the centre of Helsinki.
    func search(_ query: String, by visitor: Visitor) async throws -> JSONValue {
        let answer = try await visitor.get("/v1/restaurants?near=60.1699,24.9384&\(query)")
        #expect(answer.status == .ok, "\(answer)")
        let places = answer["items"].elements
        let distances = places.compactMap(\.distance)
        #expect(!places.isEmpty)
        #expect(distances == distances.sorted())
        let words = places.prefix(3).map { "\($0["name"].text ?? "?") (\(Int($0.distance ?? 0)) m)" }
        tell("\(query): \(words.joined(separator: ", "))")
        return answer["items"][0]
    }

    /// Texts of the mails to `address`, newest first.
    func mails(to address: String) async throws -> [String] {
        let answer = try await site.program().get("/dev/outbox?to=\(address)")
        return answer["items"].elements.map { "\($0["subject"].text ?? "")\n\($0["text"].text ?? "")" }
    }

    func mail(to address: String, containing text: String) async throws -> String {
        try await eventually("a mail to \(address) about \(text)") {
            try await mails(to: address).first { $0.contains(text) }
        }
    }

    /// The link in a mail, as its path.
    func link(to address: String, containing part: String) async throws -> String {
        let link = try await eventually("a link for \(address)") {
            let mails = try await site.program().get("/dev/outbox?to=\(address)")["items"].elements
            return mails.flatMap { $0["links"].elements }.compactMap(\.text).first { $0.contains(part) }
        }
        return try #require(URL(string: link)).path()
    }

    /// Opens the page and presses "coming", as a browser without JavaScript does.
    func answerByForm(_ path: String, name: String) async throws {
        let browser = site.browser()
        let page = try await browser.get(path)
        #expect(page.status == .ok)
        let csrf = try #require(page.text.firstMatch(of: /name="csrf" value="([^"]+)"/)?.1)
        let answer = try await browser.sendForm(
            path, "status=attending&partySize=1&name=\(name)&note=&csrf=\(csrf)")
        #expect(answer.status == .seeOther, "\(answer)")
        let done = try await browser.get(try #require(answer.headers[.location]))
        #expect(done.text.contains("You’re going"))
        tell("\(name) answered from the mail's link")
    }
}

extension JSONValue {
    fileprivate var distance: Double? {
        switch self["distance"] {
        case .integer(let metres): Double(metres)
        case .double(let metres): metres
        default: nil
        }
    }
}
