import Access
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Venues

/// The profile and the people of a venue.
@Suite struct VenueTests {
    @Test func `an owner lists, reads and edits a venue, and its restaurant shows it`() async throws {
        try await withVenues { world in
            let path = try await world.venue()

            let list = try await world.leila.get("/v1/me/venues")
            let before = try await world.leila.get(path)
            let after = try await world.leila.patch(
                path,
                #"{"street":"Pier 1","postcode":"00160","city":"Helsinki","phone":"+358912345","website":"https://thai-garden.example","email":"a@thai-garden.example","openingHours":"Mo-Fr 11:00-14:00","takesOrders":true}"#,
                ifMatch: try #require(before.headers[.eTag]))

            #expect(list["items"].elements.map { $0["name"].text } == ["Thai Garden"])
            #expect(before["role"].text == "owner" && before["version"].number == 1)
            #expect(after.status == .ok && after["version"].number == 2)
            #expect(after["email"].text == "a@thai-garden.example" && after["takesOrders"] == .boolean(true))
            let stored: [String] = try await world.all(
                """
                SELECT concat_ws('; ', street, postcode, city, phone, opening_hours, owner_edited_at IS NOT NULL)
                  FROM restaurant
                """)
            #expect(stored == ["Pier 1; 00160; Helsinki; +358912345; Mo-Fr 11:00-14:00; t"])
            #expect(after["street"].text == "Pier 1" && after["city"].text == "Helsinki")
            let changes = try await world.leila.get(path + "/changes")
            #expect(changes["items"].elements.count == 1)
            #expect(changes["items"][0]["kind"].text == "profile_edited")
            #expect(changes["items"][0]["after"]["phone"].text == "+358912345")
            #expect(changes["items"][0]["before"]["takesOrders"].text == "false")
            #expect(try await world.isSound("venues"))
        }
    }

    @Test func `an owner says what the venue asks of orders, in its currency`() async throws {
        try await withVenues { world in
            let venue = try await world.venue()
            func patch(_ body: String) async throws -> TestSupport.Answer {
                try await world.leila.patch(venue, body, ifMatch: "*")
            }

            let early = try await patch(#"{"orderMinimum":"15.00"}"#)
            let rules = try await patch(
                #"{"currency":"EUR","orderMinimum":"15.00","orderMaximum":"400","leadMinutes":30,"mostPortions":60}"#
            )
            let reversed = try await patch(#"{"orderMaximum":"14.99"}"#)
            let bad = try await patch(#"{"leadMinutes":-1,"mostPortions":0,"currency":"XXA"}"#)
            let yen = try await patch(#"{"currency":"JPY","orderMaximum":"40000"}"#)
            let none = try await patch(#"{"currency":null,"orderMaximum":null,"leadMinutes":null}"#)

            #expect(early.code == "currency_missing" && reversed.code == "limits_out_of_order")
            #expect(rules["orderMinimumMinor"].number == 1_500 && rules["orderMaximumMinor"].number == 40_000)
            #expect(rules["leadMinutes"].number == 30 && rules["mostPortions"].number == 60)
            #expect(
                Set(bad["errors"].elements.compactMap { $0["pointer"].text })
                    == ["/leadMinutes", "/mostPortions", "/currency"])
            #expect(yen["orderMinimumMinor"] == .null && yen["orderMaximumMinor"].number == 40_000)
            #expect(none["currency"] == .null && none["orderMaximumMinor"] == .null)
            #expect(none["mostPortions"].number == 60)
            let changes = try await world.leila.get(venue + "/changes")
            #expect(changes["items"][2]["after"]["orderMinimum"].text == "15.00 EUR")
            #expect(try await world.isSound("venues"))
        }
    }

    @Test func `owners alone read the tax number for invoices, and the history has its end`() async throws {
        try await withVenues { world in
            let venue = try await world.venue()

            try await world.run(
                """
                INSERT INTO venue_person (restaurant_id, person_id, role)
                SELECT restaurant_id, \(world.cast.tom.id), 'staff' FROM venue
                """)

            _ = try await world.leila.patch(venue, #"{"taxNumber":"FI87654378"}"#, ifMatch: "*")
            let stated = try await world.leila.patch(venue, #"{"taxNumber":"FI12345678"}"#, ifMatch: "*")
            let toStaff = try await world.tom.get(venue)
            let long = String(repeating: "1", count: 41)
            let refused = try await world.leila.patch(venue, #"{"taxNumber":"\#(long)"}"#, ifMatch: "*")
            let removed = try await world.leila.patch(venue, #"{"taxNumber":null}"#, ifMatch: "*")
            let changes = try await world.leila.get(venue + "/changes")

            #expect(stated["taxNumber"].text == "FI12345678" && removed["taxNumber"] == .null)
            #expect(refused.status == .unprocessableContent)
            #expect(refused["errors"][0]["pointer"].text == "/taxNumber")
            #expect(toStaff["role"].text == "staff" && toStaff["taxNumber"] == .null)
            let before = changes["items"].elements.prefix(3).map { $0["before"]["taxNumber"].text }
            let after = changes["items"].elements.prefix(3).map { $0["after"]["taxNumber"].text }
            #expect(before == ["…78", "…78", nil] && after == [nil, "…78", "…78"])
            #expect(!changes.text.contains("FI12345678"))
        }
    }

    @Test func `a patch that changes nothing keeps the version, and a stale one is refused`() async throws {
        try await withVenues { world in
            let path = try await world.venue()

            let same = try await world.leila.patch(
                path, #"{"name":"Thai Garden"}"#, ifMatch: "*")
            let stale = try await world.leila.patch(
                path, #"{"name":"Other"}"#, ifMatch: "\"9.x\"")
            let blind = try await world.leila.patch(path, #"{"name":"Other"}"#)

            #expect(same["version"].number == 1)
            #expect(stale.status == .preconditionFailed && stale["current"]["name"].text == "Thai Garden")
            #expect(blind.status.code == 428)
            #expect(try await world.leila.get(path + "/changes")["items"].elements == [])
        }
    }

    @Test(arguments: [
        (#"{"phone":"12345"}"#, "malformed_phone"), (#"{"website":"ftp://x.example"}"#, "malformed_url"),
        (#"{"openingHours":"sometimes?"}"#, "unreadable_hours"), (#"{"state":"verified"}"#, "unknown_field"),
    ])
    func `bad fields are named and change nothing`(body: String, code: String) async throws {
        try await withVenues { world in
            let path = try await world.venue()

            let answer = try await world.leila.patch(path, body, ifMatch: "*")

            #expect([400, 422].contains(answer.status.code))
            #expect(answer["errors"][0]["code"].text == code)
            #expect(try await world.leila.get(path)["version"].number == 1)
        }
    }

    @Test func `another venue's owner gets 404 for everything, and staff cannot edit`() async throws {
        try await withVenues { world in
            let path = try await world.venue()
            _ = try await world.venue("Pier", owner: world.cast.stranger.id)
            let added = try await world.leila.post(
                path + "/people", #"{"personId":"\#(world.cast.tom.id)","role":"staff"}"#)
            try #require(added.status == .ok)

            for visitor in [world.stranger, world.mei] {
                for address in [path, path + "/people", path + "/changes"] {
                    #expect(try await visitor.get(address).code == "not_found")
                }
                let patch = try await visitor.patch(path, #"{"name":"Mine"}"#, ifMatch: "*")
                let taken = try await visitor.post(
                    path + "/people", #"{"personId":"\#(world.cast.mei.id)","role":"owner"}"#)
                #expect(patch.code == "not_found" && taken.code == "not_found")
            }
            #expect(try await world.tom.get(path)["role"].text == "staff")
            #expect(
                try await world.tom.patch(path, #"{"name":"Mine"}"#, ifMatch: "*").status
                    == .forbidden)
            #expect(try await world.tom.get(path + "/changes").status == .forbidden)
        }
    }

    @Test func `a provisional venue cannot be edited`() async throws {
        try await withVenues { world in
            let path = try await world.venue()
            try await world.run("UPDATE venue SET state = 'provisional'")

            let answer = try await world.leila.patch(path, #"{"name":"Mine"}"#, ifMatch: "*")

            #expect(answer.code == "venue_provisional")
        }
    }

    @Test func `owners add friends, and the last owner stays`() async throws {
        try await withVenues { world in
            let path = try await world.venue()
            let (leila, tom) = (world.cast.leila.id, world.cast.tom.id)

            let unknown = try await world.leila.post(
                path + "/people", #"{"personId":"\#(world.cast.stranger.id)","role":"staff"}"#)
            let added = try await world.leila.post(
                path + "/people", #"{"personId":"\#(tom)","role":"staff"}"#)
            let demoted = try await world.leila.patch(path + "/people/\(leila)", #"{"role":"staff"}"#)
            let left = try await world.leila.delete(path + "/people/\(leila)")
            let promoted = try await world.leila.patch(path + "/people/\(tom)", #"{"role":"owner"}"#)
            let leftLater = try await world.leila.delete(path + "/people/\(leila)")

            #expect(unknown.code == "add_friend_first")
            #expect(added["items"].elements.map { $0["role"].text } == ["owner", "staff"])
            #expect(demoted.code == "last_owner" && left.code == "last_owner")
            #expect(promoted.status == .ok && leftLater.status == .noContent)
            #expect(try await world.leila.get(path).code == "not_found")
            let kinds = try await world.tom.get(path + "/changes")["items"].elements.map { $0["kind"].text }
            #expect(kinds == ["member_removed", "member_changed", "member_added"])
            #expect(try await world.isSound("venues"))
        }
    }

    @Test func `staff can leave, and remove no one else`() async throws {
        try await withVenues { world in
            let path = try await world.venue()
            for person in [world.cast.tom.id, world.cast.mei.id] {
                _ = try await world.leila.post(
                    path + "/people", #"{"personId":"\#(person)","role":"staff"}"#)
            }

            let other = try await world.tom.delete(path + "/people/\(world.cast.mei.id)")
            let own = try await world.tom.delete(path + "/people/\(world.cast.tom.id)")

            #expect(other.status == .forbidden && own.status == .noContent)
            #expect(try await world.leila.get(path + "/people")["items"].elements.count == 2)
        }
    }

    @Test func `people are changed after a recent sign-in only`() async throws {
        try await withVenues { world in
            let path = try await world.venue()
            world.clock.advance(by: 3_600)

            let answer = try await world.leila.post(
                path + "/people", #"{"personId":"\#(world.cast.tom.id)","role":"staff"}"#)

            #expect(answer.code == "sign_in_again")
        }
    }

    @Test func `erasing the last owner leaves a venue that takes no orders`() async throws {
        try await withVenues { world in
            let path = try await world.venue()
            try await world.run("UPDATE venue SET takes_orders = true, tax_number = 'FI12345678'")

            try await world.database.batch(VenuePersonalData().erasure(of: world.cast.leila.id))

            let state: [String] = try await world.all(
                "SELECT concat(state, takes_orders::text, tax_number) FROM venue")
            #expect(state == ["orphanedfalse"])
            #expect(try await world.leila.get(path).code == "not_found")
            #expect(try await world.isSound("venues"))
        }
    }
}
