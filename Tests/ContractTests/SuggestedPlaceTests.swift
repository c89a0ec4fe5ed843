import Access
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Noonish

/// Through the whole program, with everything that follows an edit.
@Suite struct SuggestedPlaceTests {
    @Test func `a suggested restaurant that is accepted is the host's own edit, and its author's idea`()
        async throws
    {
        try await withWholeProgram { program in
            let cast = try await Cast(in: program.database)
            let leila = program.site.program(token: cast.leila.token)
            let mei = program.site.program(token: cast.mei.token)
            let found = try await leila.get("/v1/restaurants?near=60.1699,24.9384&limit=1")
            let restaurant = try #require(found["items"][0]["id"].text)
            func lunch() async throws -> String {
                let made = try await leila.post(
                    "/v1/outings",
                    """
                    {"title":"Lunch","startsAt":"2031-03-11T12:30","timeZone":"Europe/Helsinki",
                     "invite":{"emails":["mei-is-asked@example.org"],"people":["\(cast.mei.id)"]}}
                    """)
                return "/v1/outings/\(try #require(made["id"].text, "\(made)"))"
            }
            let (suggested, edited) = try await (lunch(), lunch())

            let made = try await mei.post(suggested + "/suggestions", #"{"restaurantId":"\#(restaurant)"}"#)
            let suggestion = try #require(made["id"].text, "\(made)")
            let accepted = try await leila.post("\(suggested)/suggestions/\(suggestion)/accept")
            let tag = try #require(try await leila.get(edited).headers[.eTag])
            let patched = try await leila.patch(
                edited, #"{"restaurantId":"\#(restaurant)"}"#, headers: [.ifMatch: tag])

            #expect(accepted.status == .ok && patched.status == .ok, "\(accepted) \(patched)")
            let (one, other) = try await (leila.get(suggested), leila.get(edited))
            for field in ["restaurant", "place", "openThen", "startsAt", "version", "state", "counts"] {
                #expect(one[field] == other[field], "\(field)")
            }
            #expect(one["restaurant"]["id"].text == restaurant)
            #expect(try await pick(of: suggested, program) == cast.mei.id)
            #expect(try await pick(of: edited, program) == cast.leila.id)
        }
    }

    /// Returns the person who proposed the place.
    private func pick(of path: String, _ program: WholeProgram) async throws -> PersonID? {
        let outing = try #require(OutingID(path.replacing("/v1/outings/", with: "")))
        return try await program.database.first(
            Query<PersonID>("test.pick", "SELECT person_id FROM place_proposer WHERE outing_id = \(outing)") {
                row throws(PostgresError) in try row.next()
            })
    }
}
