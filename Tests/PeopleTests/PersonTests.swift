import Access
import Accounts
import HTTPTypes
import JSON
import NoonishAPI
import People
import Postgres
import TestSupport
import Testing

@Suite struct PersonTests {
    @Test func `members read their profile, revalidate it by its tag and change parts of it`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            let before = try await ada.get("/v1/me")
            let tag = try #require(before.headers[.eTag])

            let unchanged = try await ada.get("/v1/me", headers: [.ifNoneMatch: tag])
            let patched = try await ada.patch(
                "/v1/me", #"{"name":" Ada Lovelace ","timeZone":"Asia/Kolkata","locale":"pt-BR"}"#)
            let cleared = try await ada.patch("/v1/me", #"{"timeZone":null}"#)

            #expect(unchanged.status == .notModified)
            #expect(patched["name"].text == "Ada Lovelace")
            #expect(patched["timeZone"].text == "Asia/Kolkata")
            #expect(patched["locale"].text == "pt-BR")
            #expect(cleared["timeZone"] == .null)
            #expect(cleared["name"].text == "Ada Lovelace")
            #expect(cleared["locale"].text == "pt-BR")
            #expect(try await ada.get("/v1/me", headers: [.ifNoneMatch: tag]).status == .ok)
        }
    }

    @Test(arguments: [
        (#"{"timeZone":"EET"}"#, 422, "unknown_time_zone"),
        (#"{"timeZone":"Europe/Atlantis"}"#, 422, "unknown_time_zone"),
        (#"{"timeZone":"GMT+3"}"#, 422, "unknown_time_zone"),
        (#"{"timeZone":"../etc/passwd"}"#, 422, "unknown_time_zone"),
        (#"{"name":null}"#, 422, "missing"),
        (#"{"name":"   "}"#, 422, "blank"),
        (#"{"name":"\u200b"}"#, 422, "invisible"),
        (#"{"name":"\u202e\u2066\u3164\ufeff"}"#, 422, "invisible"),
        (#"{"name":"a\u0007b"}"#, 422, "control_character"),
        (#"{"name":"a\u0000b"}"#, 400, "malformed_json"),
        (#"{"name":["Ada"]}"#, 400, "wrong_type"),
        (#"{"locale":"english please"}"#, 422, "unknown_locale"),
        (#"{"email":"bo@example.org"}"#, 400, "unknown_field"),
        (#"{"kind":"guest"}"#, 400, "unknown_field"),
    ])
    func `an invalid patch changes nothing`(body: String, status: Int, code: String) async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            let before = try await ada.get("/v1/me").text

            let answer = try await ada.patch("/v1/me", body)

            #expect(answer.status.code == status)
            #expect(answer.code == code)
            #expect(try await ada.get("/v1/me").text == before)
        }
    }

    @Test func `a name of 80 characters fits, one of 81 does not`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")

            let fits = try await ada.patch("/v1/me", #"{"name":"\#(String(repeating: "é", count: 80))"}"#)
            let tooLong = try await ada.patch("/v1/me", #"{"name":"\#(String(repeating: "é", count: 81))"}"#)

            #expect(fits.status == .ok)
            #expect(tooLong.code == "too_long")
        }
    }

    @Test func `friends and companions of an outing can be read by id, and strangers are not found`()
        async throws
    {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            let bo = try await world.signedIn("bo@example.org")
            let boID = try await bo.id()

            let stranger = try await ada.get("/v1/people/\(boID)")
            let nobody = try await ada.get("/v1/people/\(PersonID.make())")
            let malformed = try await ada.get("/v1/people/7")
            #expect(stranger.status == .notFound)
            #expect(stranger.text == nobody.text)
            #expect(stranger.text == malformed.text)

            try await world.eatTogether(ada, bo)
            let met = try await ada.get("/v1/people/\(boID)")
            #expect(met["name"].text == "bo")
            #expect(met["isFriend"] == .boolean(false))
            #expect(met.json.names == ["id", "name", "isFriend"])

            try await world.befriend(ada, "ada@example.org", bo, "bo@example.org")
            #expect(try await ada.get("/v1/people/\(boID)").json["isFriend"] == .boolean(true))
            #expect(try await ada.get("/v1/people/\(try await ada.id())").status == .ok)
        }
    }

    @Test func `other rooms can read names, friends, zones and addresses`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            let bo = try await world.signedIn("bo@example.org")
            _ = try await ada.patch("/v1/me", #"{"timeZone":"Europe/Helsinki"}"#)
            try await world.befriend(ada, "ada@example.org", bo, "bo@example.org")
            let adaID = try #require(PersonID(try await ada.id()))
            let boID = try #require(PersonID(try await bo.id()))
            let guest = PersonID.make()
            try await world.database.execute(.createGuest(guest, name: "Cousin Cy"))
            let database = world.database

            #expect(
                try await Set(database.all(.people([adaID, guest])).map(\.name)) == ["ada", "Cousin Cy"])
            #expect(try await database.one(.areFriends(boID, adaID)))
            #expect(try await database.one(.areFriends(boID, guest)) == false)
            #expect(
                try await database.all(.friends(of: adaID)) == [Person(id: boID, name: "bo", isFriend: true)])
            #expect(try await database.all(.friends(of: adaID, among: [boID, guest])) == [boID])
            #expect(try await database.first(.member(withAddress: "bo@example.org")) == boID)
            let members = try await database.all(
                .members(withAddresses: ["ada@example.org", "cy@example.org"]))
            #expect(members.map(\.person) == [adaID])
            #expect(try await database.one(.timeZone(of: adaID)) == "Europe/Helsinki")
            #expect(try await database.one(.timeZone(of: boID)) == nil)
            #expect(try await database.first(.mailAddress(of: boID)) == "bo@example.org")
            #expect(try await database.first(.mailAddress(of: guest)) == nil)
            let contacts = try await database.all(.contacts([adaID, guest]))
            #expect(Set(contacts.map(\.address)) == ["ada@example.org", nil])
        }
    }
}

extension TestWorld {
    /// Puts both on the list of one outing.
    func eatTogether(_ one: Visitor, _ other: Visitor) async throws {
        let host = try #require(PersonID(try await one.id()))
        let guest = try #require(PersonID(try await other.id()))
        let outing = OutingID.make()
        try await run(
            "INSERT INTO outing (id, host_id, title, time_zone) VALUES (\(outing), \(host), 'Lunch', 'UTC')")
        try await run(
            """
            INSERT INTO attendance (outing_id, person_id, id, role, status)
            SELECT \(outing), person, gen_random_uuid(), 'invitee', 'invited'
              FROM unnest(\([host, guest])) AS person
            """)
    }

    func befriend(_ one: Visitor, _ address: String, _ other: Visitor, _ otherAddress: String) async throws {
        _ = try await one.post("/v1/friends/requests", #"{"email":"\#(otherAddress)"}"#)
        _ = try await other.post("/v1/friends/requests", #"{"email":"\#(address)"}"#)
    }
}
