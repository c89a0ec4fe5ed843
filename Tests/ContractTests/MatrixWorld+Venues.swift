import Access
import Foundation
import NoonishAPI
import Postgres

extension MatrixWorld {
    /// A verified venue with an owner, and a person who works there.
    func venue(of owner: PersonID, with staff: PersonID) async throws -> String {
        let id = RestaurantID.make()
        try await program.database.batch([
            Command(
                "test.restaurant",
                """
                INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude, time_zone)
                SELECT \(id), source, \(id)::uuid::text, 'Pier', 'restaurant', 60, 24, 'UTC' FROM restaurant LIMIT 1
                """),
            Command(
                "test.venue",
                """
                INSERT INTO venue (restaurant_id, state, takes_orders, verified_at)
                VALUES (\(id), 'verified', true, now())
                """),
            Command(
                "test.venue_people",
                """
                INSERT INTO venue_person (restaurant_id, person_id, role)
                VALUES (\(id), \(owner), 'owner'), (\(id), \(staff), 'staff')
                """),
        ])
        return id.description
    }

    /// A claim of a restaurant that an operator decides.
    func claim(of actor: MatrixActor) async throws -> String {
        let id = VenueClaimID.make()
        try await program.database.execute(
            Command(
                "test.claim",
                """
                INSERT INTO venue_claim (id, restaurant_id, person_id, way, expires_at)
                SELECT \(id), r.id, \(self.id(of: actor)), 'operator', now() + interval '1 day'
                  FROM restaurant AS r
                 WHERE NOT EXISTS (SELECT FROM venue_claim AS c WHERE c.restaurant_id = r.id)
                 ORDER BY r.id
                 LIMIT 1
                """))
        return id.description
    }

    /// A venue that the caller owns, one where they work, another person's, and one that does not exist. A person in the
    /// path is the venue's other one; its owner if the caller works there.
    func venues(for actor: MatrixActor) async throws -> [MatrixObject] {
        let random = UUID().uuidString.lowercased()
        let other = try await newcomer().id
        func ids(_ venue: String) -> [String: String] {
            [
                "id": venue, "personId": other.description, "orderId": random, "deviceId": random,
                "item": "soup",
            ]
        }
        let owner: MatrixActor = actor == .cohost ? .invitee : .cohost
        var objects = [
            MatrixObject(
                kind: .others, ids: ids(try await venue(of: id(of: owner), with: other)), relation: .stranger),
            MatrixObject(kind: .random, ids: ids(random), relation: .stranger),
            MatrixObject(kind: .malformed, ids: ids("none"), relation: .stranger),
        ]
        if actor.isMember {
            let me = id(of: actor)
            objects += [
                MatrixObject(
                    kind: .own, ids: ids(try await venue(of: me, with: other)), relation: .owner),
                MatrixObject(
                    kind: .own, ids: ids(try await venue(of: other, with: me)), relation: .staff),
            ]
        }
        return objects
    }
}
