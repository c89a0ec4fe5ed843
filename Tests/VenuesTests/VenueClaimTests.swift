import Access
import Accounts
import HTTPTypes
import JSON
import Moderation
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Venues

/// Claims of restaurants, from the request to the verified venue.
@Suite struct VenueClaimTests {
    /// Requests a code and returns the claim's id with the code that was mailed.
    private func mailedClaim(
        of restaurant: RestaurantID, to address: String, _ world: TestWorld
    ) async throws -> (id: String, code: String) {
        let claim = try await world.leila.post(
            "/v1/restaurants/\(restaurant)/claims", #"{"method":"mail","address":"\#(address)"}"#)
        guard claim.status == .created, let id = claim["id"].text else {
            throw TestWorld.Unexpected(claim)
        }
        let mail = try await world.database.storedMails(to: address.lowercased()).first
        let code = try #require(mail?.text.firstMatch(of: /\b[0-9]{8}\b/)?.output)
        return (id, String(code))
    }

    @Test func `a mailed code makes a provisional venue, which is verified after three days`() async throws {
        try await withVenues { world in
            let restaurant = try await world.restaurantWithContacts()
            let claim = try await mailedClaim(of: restaurant, to: "boss@thai-garden.example", world)

            let proven = try await world.leila.post(
                "/v1/claims/\(claim.id)/proofs", #"{"code":"\#(claim.code)"}"#)
            let provisional = try await world.leila.get("/v1/venues/\(restaurant)")
            let owners = VenueOwners(database: world.database)
            try await owners.decideDue()
            let early = try await world.leila.get("/v1/venues/\(restaurant)")
            try await world.run("UPDATE venue SET verified_at = now() - interval '1 second'")
            try await owners.decideDue()
            let verified = try await world.leila.get("/v1/venues/\(restaurant)")

            #expect(proven["state"].text == "proven")
            #expect(provisional["state"].text == "provisional" && early["state"].text == "provisional")
            #expect(verified["state"].text == "verified" && verified["role"].text == "owner")
            #expect(try await world.leila.get("/v1/me/claims")["items"][0]["state"].text == "accepted")
            // The published address is notified how to object.
            #expect(
                try await !world.database.storedMails(to: "hello@thai-garden.example").isEmpty)
            #expect(try await world.isSound("venues"))
        }
    }

    @Test func `a code is mailed to the restaurant's own addresses only`() async throws {
        try await withVenues { world in
            let restaurant = try await world.restaurantWithContacts()
            for address in ["leila@example.org", "x@garden.example", "x@notthai-garden.example"] {
                let answer = try await world.leila.post(
                    "/v1/restaurants/\(restaurant)/claims", #"{"method":"mail","address":"\#(address)"}"#)
                #expect(answer.code == "not_their_address", "\(address)")
            }
            #expect(try await world.database.storedMails().isEmpty)
        }
    }

    @Test(arguments: [
        "https://thai-garden.wixsite.com/", "https://www.facebook.com/thaigarden", "https://example.com/thai",
    ])
    func `a page on a shared host gives no domain`(website: String) async throws {
        try await withVenues { world in
            let restaurant = try await world.restaurantWithContacts(website)

            let options = try await world.leila.get("/v1/restaurants/\(restaurant)/claims")

            #expect(options["domain"] == .null && options["website"].text == website)
            #expect(options["email"].text == "hello@thai-garden.example")
        }
    }

    @Test func `a contact that changed lately proves nothing, also if it changes after the request`()
        async throws
    {
        try await withVenues { world in
            let restaurant = try await world.restaurantWithContacts()
            let claim = try await mailedClaim(of: restaurant, to: "hello@thai-garden.example", world)
            try await world.run("UPDATE restaurant SET website = 'https://evil.example'")

            let proof = try await world.leila.post(
                "/v1/claims/\(claim.id)/proofs", #"{"code":"\#(claim.code)"}"#)
            let request = try await world.tom.post(
                "/v1/restaurants/\(restaurant)/claims", #"{"method":"website"}"#)

            #expect(proof.code == "contact_too_fresh" && request.code == "contact_too_fresh")
            #expect(try await world.leila.get("/v1/venues/\(restaurant)").code == "not_found")
        }
    }

    @Test func `a claim is tried five times, by the person who made it`() async throws {
        try await withVenues { world in
            let restaurant = try await world.restaurantWithContacts()
            let claim = try await mailedClaim(of: restaurant, to: "hello@thai-garden.example", world)
            let path = "/v1/claims/\(claim.id)/proofs"
            let wrong = claim.code == "00000000" ? "00000001" : "00000000"

            #expect(
                try await world.tom.post(path, #"{"code":"\#(claim.code)"}"#).code == "not_found")
            for _ in 1...5 {
                #expect(
                    try await world.leila.post(path, #"{"code":"\#(wrong)"}"#).code == "wrong_claim_code")
            }
            #expect(
                try await world.leila.post(path, #"{"code":"\#(claim.code)"}"#).code == "claim_ended")
        }
    }

    @Test func `a website that cannot be read proves nothing`() async throws {
        try await withVenues { world in
            let restaurant = try await world.restaurantWithContacts()
            let claim = try await world.leila.post(
                "/v1/restaurants/\(restaurant)/claims", #"{"method":"website"}"#)
            let id = try #require(claim["id"].text)

            let proof = try await world.leila.post("/v1/claims/\(id)/proofs")

            #expect(claim["proof"].text?.isEmpty == false)
            #expect(proof.code == "proof_missing")
        }
    }

    @Test func `an operator accepts a claim, and refuses a proven one, which removes the venue`() async throws
    {
        try await withVenues { world in
            let owners = VenueOwners(database: world.database)
            let first = try await world.restaurant("Pier")
            _ = try await world.leila.post("/v1/restaurants/\(first)/claims", #"{"method":"operator"}"#)
            let second = try await world.restaurantWithContacts()
            let claim = try await mailedClaim(of: second, to: "hello@thai-garden.example", world)
            _ = try await world.leila.post(
                "/v1/claims/\(claim.id)/proofs", #"{"code":"\#(claim.code)"}"#)

            for pending in try await owners.pending() {
                let isDone = try await owners.decide(
                    pending.id, accepts: pending.restaurant == first, by: nil, AuditLine(.operatorActed))
                #expect(isDone)
            }

            #expect(try await world.leila.get("/v1/venues/\(first)")["state"].text == "verified")
            #expect(try await world.leila.get("/v1/venues/\(second)").code == "not_found")
            #expect(try await owners.pending().isEmpty)
            #expect(try await world.isSound("venues"))
        }
    }

    @Test func `a restaurant that is run by others is claimed by operators only`() async throws {
        try await withVenues { world in
            let path = try await world.venue()
            try await world.run(
                "UPDATE restaurant SET website = 'https://x.example', contact_changed_at = now()")
            let claims = path.replacing("/venues/", with: "/restaurants/") + "/claims"

            let website = try await world.tom.post(claims, #"{"method":"website"}"#)
            let byOperator = try await world.tom.post(claims, #"{"method":"operator"}"#)

            #expect(website.code == "already_claimed" && byOperator.status == .created)
        }
    }

    @Test func `a new restaurant is hidden until its venue is verified, and a similar one is named`()
        async throws
    {
        try await withVenues { world in
            _ = try await world.restaurant("Café Pier")
            func body(_ name: String, _ more: String = "") -> String {
                #"{"name":"\#(name)","kind":"cafe","latitude":60.1699,"longitude":24.9384,"timeZone":"Europe/Helsinki"\#(more)}"#
            }

            // a source from before its attribution was reworded
            try await world.run(
                """
                INSERT INTO restaurant_source
                VALUES ('owner', 'A', 'B', 'The restaurants', 'https://noonish.example')
                """)
            let similar = try await world.leila.post("/v1/venues", body("cafe PIER!"))
            let added = try await world.leila.post("/v1/venues", body("Cafe Pier", #","distinct":true"#))
            let hidden: [Int] = try await world.all(
                "SELECT count(*) FROM restaurant WHERE vanished_at IS NOT NULL")
            try await world.run("UPDATE venue SET verified_at = now()")
            try await VenueOwners(database: world.database).decideDue()
            let shown: [Int] = try await world.all(
                "SELECT count(*) FROM restaurant WHERE vanished_at IS NULL")

            #expect(similar.code == "looks_like" && similar["restaurant"].text != nil)
            #expect(added.status == .created && added["state"].text == "provisional")
            #expect(hidden == [1] && shown == [2])
            let attribution: [String] = try await world.all(
                "SELECT attribution FROM restaurant_source WHERE id = 'owner'")
            #expect(attribution == ["Added by the restaurant"])
        }
    }

    @Test func `a person claims three restaurants a day`() async throws {
        try await withVenues { world in
            for number in 1...4 {
                let restaurant = try await world.restaurant("Pier \(number)")
                let answer = try await world.leila.post(
                    "/v1/restaurants/\(restaurant)/claims", #"{"method":"operator"}"#)
                #expect(answer.status.code == (number < 4 ? 201 : 429))
                #expect(answer.left == (number < 4 ? nil : "venue_claims: 0"))
            }
        }
    }
}
