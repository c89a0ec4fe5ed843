import Access
import Foundation
import NoonishAPI
import Postgres
import TestSupport

extension MatrixWorld {
    /// A verified venue with an owner, and a person who works there.
    func venue(of owner: PersonID, with staff: PersonID) async throws -> String {
        let id = try await newRestaurant()
        try await program.database.batch([
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

    /// A customer and a saved filter of a venue.
    private func records(of venue: String) async throws -> (customer: CustomerID, filter: SavedFilterID) {
        let (customer, filter) = (CustomerID.make(), SavedFilterID.make())
        try await program.database.batch([
            Command(
                "test.customer",
                """
                INSERT INTO customer (restaurant_id, id, name, search_text)
                VALUES (\(RestaurantID(venue)), \(customer), 'Luca', 'luca')
                """),
            Command(
                "test.filter",
                """
                INSERT INTO venue_filter (restaurant_id, id, name, kind, definition)
                VALUES (\(RestaurantID(venue)), \(filter), 'Late', 'sales',
                        '{"where": {"field": "hour", "operator": "above", "values": [20]}}')
                """),
        ])
        return (customer, filter)
    }

    /// A claim of a restaurant that an operator decides.
    func claim(of actor: MatrixActor) async throws -> String {
        let id = VenueClaimID.make()
        let restaurant = try await newRestaurant()
        try await program.database.execute(
            Command(
                "test.claim",
                """
                INSERT INTO venue_claim (id, restaurant_id, person_id, way, expires_at)
                VALUES (\(id), \(restaurant), \(self.id(of: actor)), 'operator', now() + interval '1 day')
                """))
        return id.description
    }

    /// Restaurants that every member can claim.
    func restaurantsToClaim() async throws -> [MatrixObject] {
        let restaurant = try await newRestaurant()
        return [
            MatrixObject(kind: .own, ids: ["id": restaurant.description], relation: .oneself),
            MatrixObject(
                kind: .random, ids: ["id": UUID().uuidString.lowercased()], relation: .stranger),
            MatrixObject(kind: .malformed, ids: ["id": "none"], relation: .stranger),
        ]
    }

    private func newRestaurant() async throws -> RestaurantID {
        let id = RestaurantID.make()
        try await program.database.execute(
            Command(
                "test.restaurant",
                """
                INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude, time_zone,
                                        website)
                SELECT \(id), source, \(id)::uuid::text, 'Pier', 'restaurant', 60, 24, 'UTC', 'https://pier.example'
                  FROM restaurant LIMIT 1
                """))
        return id
    }

    /// A venue that the caller owns, one where they work, another person's, and one that does not exist. A person in the
    /// path is the venue's other one; its owner if the caller works there.
    func venues(for actor: MatrixActor) async throws -> [MatrixObject] {
        let random = UUID().uuidString.lowercased()
        let other = try await newcomer().id
        var known: [String: (customer: CustomerID, filter: SavedFilterID)] = [:]
        func venue(of owner: PersonID, with staff: PersonID) async throws -> String {
            let venue = try await self.venue(of: owner, with: staff)
            known[venue] = try await records(of: venue)
            return venue
        }
        func ids(_ venue: String) -> [String: String] {
            [
                "id": venue, "personId": other.description, "orderId": random, "saleId": random,
                "invoiceId": random, "deviceId": random,
                "customerId": known[venue]?.customer.description ?? random,
                "filterId": known[venue]?.filter.description ?? random, "item": "soup", "station": "grill",
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
