import Access
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport

extension Kitchen {
    /// A circle of Leila's.
    func circle(_ members: [Cast.Member]) async throws -> String {
        let ids = members.map { #""\#($0.id)""# }.joined(separator: ",")
        let made = try await leila.post("/v1/circles", #"{"name":"Us","people":[\#(ids)]}"#)
        guard let id = made["id"].text else { throw Refused(answer: made) }
        return "/v1/circles/\(id)"
    }

    /// An outing of somebody's with those who come besides, over so many days ago.
    @discardableResult
    func eaten(
        daysAgo: Int, at restaurant: RestaurantID = kettu, by host: Visitor? = nil,
        with guests: [(Cast.Member, Visitor)], title: String = "Earlier"
    ) async throws -> OutingID {
        let ids = guests.map { #""\#($0.0.id)""# }.joined(separator: ",")
        let made = try await (host ?? leila).post(
            "/v1/outings",
            """
            {"title":"\(title)","restaurantId":"\(restaurant)","startsAt":"2027-03-11T12:30",
             "timeZone":"Europe/Helsinki","invite":{"people":[\(ids)]}}
            """)
        guard let id = made["id"].text.flatMap({ OutingID($0) }) else { throw Refused(answer: made) }
        for (_, visitor) in guests {
            let answer = try await visitor.put(
                "/v1/outings/\(id)/attendance", #"{"status":"attending"}"#)
            guard answer.status == .ok else { throw Refused(answer: answer) }
        }
        try await move(id, toDaysAgo: daysAgo)
        return id
    }

    /// Lets it have begun so many days ago, at half past twelve in Helsinki.
    func move(_ outing: OutingID, toDaysAgo days: Int) async throws {
        try await run(
            """
            UPDATE outing
               SET starts_wall = date_trunc('day', timezone('Europe/Helsinki', now())) - interval '\(days) days'
                                 + interval '12 hours 30 minutes',
                   starts_at = timezone('Europe/Helsinki', date_trunc('day', timezone('Europe/Helsinki', now()))
                                 - interval '\(days) days' + interval '12 hours 30 minutes')
             WHERE id = '\(outing)'
            """)
    }

    /// What somebody thinks of a visit, whatever the routes would say to it.
    func opinion(_ stars: Int, of outing: OutingID, by person: PersonID) async throws {
        try await run(
            """
            INSERT INTO rating (outing_id, person_id, restaurant_id, stars)
            SELECT id, '\(person)', restaurant_id, \(stars) FROM outing WHERE id = '\(outing)'
            """)
    }

    struct Refused: Error, CustomStringConvertible {
        let answer: TestSupport.Answer
        var description: String { "refused: \(answer)" }
    }
}
