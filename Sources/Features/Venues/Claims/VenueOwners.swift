package import Access
package import Foundation
import Initializers
package import Jobs
package import Moderation
package import NoonishAPI
package import Postgres
import Restaurants

/// Makes members owners: after the time for objections, by an operator's decision, or by command.
@MemberwiseInit
package struct VenueOwners: Sendable {
    let database: PostgresClient

    package var worker: AnyWorker {
        AnyWorker("venues.decide_claims", every: .seconds(60)) { try await decideDue() }
    }
}

extension VenueOwners {
    /// Verifies the venues whose time for objections has passed, and ends claims that were not proven in time.
    package func decideDue() async throws {
        try await database.execute(.expireClaims)
        for venue in try await database.all(.dueForVerification) {
            try await database.transaction { transaction in
                try await transaction.execute(.lockVenue(venue))
                guard try await transaction.execute(.verify(venue)) == 1 else { return }
                for claim in try await transaction.all(.proven(of: venue)) {
                    try await transaction.execute(.setState(.accepted, of: claim.id))
                }
                try await transaction.execute(.show(venue))
                try await transaction.execute(.append(.verified, to: venue, by: nil))
            }
        }
    }

    /// Makes a member the owner of a restaurant, beside those it has. For operators.
    ///
    /// - Parameters:
    ///   - address: In lower case.
    ///   - restaurant: Its id, or its id in a source of the directory.
    /// - Throws: ``VenueCommandFault``.
    package func add(_ address: String, to restaurant: String) async throws -> RestaurantID {
        try await database.transaction { transaction in
            guard let person = try await transaction.first(.member(at: address)) else {
                throw VenueCommandFault.noAccount(address)
            }
            guard let id = try await transaction.first(.restaurant(named: restaurant)) else {
                throw VenueCommandFault.noRestaurant(restaurant)
            }
            try await accept(person, at: id, by: nil, in: transaction)
            try await transaction.audit(AuditLine(.operatorActed, "venue:\(id)"))
            return id
        }
    }

    /// Refuses the proven claims of others, whose provisional venue ends with them.
    private func refuseOthers(
        _ claim: VenueClaimRow, by actor: PersonID?, in transaction: Transaction
    ) async throws {
        let others = try await transaction.all(.proven(of: claim.restaurant)).filter {
            $0.person != claim.person
        }
        guard !others.isEmpty else { return }
        try await transaction.execute(.lockVenue(claim.restaurant))
        for other in others {
            try await transaction.execute(.setState(.refused, of: other.id))
            try await transaction.execute(.append(.refused, to: claim.restaurant, by: actor))
        }
        try await transaction.execute(.removeVenue(claim.restaurant))
    }

    /// Makes a person an owner of a verified venue.
    private func accept(
        _ person: PersonID, at restaurant: RestaurantID, by actor: PersonID?, in transaction: Transaction
    ) async throws {
        try await transaction.execute(.insertVenue(restaurant, .verified, verifiedIn: .zero))
        try await transaction.execute(.lockVenue(restaurant))
        try await transaction.execute(.verify(restaurant))
        try await transaction.execute(.setRole(.owner, of: person, at: restaurant))
        try await transaction.execute(.show(restaurant))
        try await transaction.execute(
            .append(
                .memberAdded, after: ["person": "\(person)", "role": "owner"], to: restaurant, by: actor))
    }
}

/// Why a command about venues cannot be done.
package enum VenueCommandFault: Error, CustomStringConvertible {
    case noAccount(String)
    case noRestaurant(String)

    package var description: String {
        switch self {
        case .noAccount(let address): "no account has the address \(address)"
        case .noRestaurant(let name): "the directory has no restaurant \(name)"
        }
    }
}

extension VenueOwners: PendingClaimStore {
    package func pending() async throws -> [PendingClaim] { try await database.all(.pendingClaims) }

    package func decide(
        _ claim: UUID, accepts: Bool, by actor: PersonID?, _ line: AuditLine
    ) async throws -> Bool {
        try await database.transaction { transaction in
            guard let row = try await transaction.first(.undecided(claim)) else { return false }
            try await transaction.execute(.setState(accepts ? .accepted : .refused, of: row.id))
            if accepts {
                try await refuseOthers(row, by: actor, in: transaction)
                try await accept(row.person, at: row.restaurant, by: actor, in: transaction)
            } else if row.state == .proven {
                try await transaction.execute(.lockVenue(row.restaurant))
                try await transaction.execute(.append(.refused, to: row.restaurant, by: actor))
                try await transaction.execute(.removeVenue(row.restaurant))
            }
            try await transaction.audit(line)
            return true
        }
    }
}

extension Query where Row == PendingClaim {
    static var pendingClaims: Self {
        Query(
            "venues.list_pending_claims",
            """
            SELECT c.id, c.restaurant_id, r.name, c.person_id, p.name, c.way, c.state, c.created_at
              FROM venue_claim AS c
              JOIN restaurant AS r ON r.id = c.restaurant_id
              JOIN person AS p ON p.id = c.person_id
             WHERE c.state = 'proven' OR (c.state = 'requested' AND c.way = 'operator')
             ORDER BY c.created_at
             LIMIT 100
            """
        ) { row throws(PostgresError) in
            PendingClaim(
                id: try row.next(), restaurant: try row.next(), name: try row.next(),
                person: try row.next(), personName: try row.next(), method: try row.next(),
                state: try row.next(), createdAt: try row.next())
        }
    }
}
