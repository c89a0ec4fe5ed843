import Access
import Foundation
import Initializers
package import Jobs
import Journal
package import NoonishAPI
package import Postgres
package import Restaurants

/// Notifies attendees of the offers that are valid at the outing's time: once when the place is chosen, the
/// time moves or an offer is added, and once when an offer ceases to be valid at that time.
@MemberwiseInit
package struct OfferNotifier: Sendable {
    let database: PostgresClient
    var book: OfferReader = OfferReader()
    let record: OutingRecord
    private let due: DueChecks = DueChecks(.offers)

    /// Outings to check. Idempotent: the result is stored in the same transaction.
    package var work: DueWork<OutingID> {
        DueWork(
            onOutings: "outings.tell_offers", in: database, due: { try await due.outings(in: database) },
            handle: { outing, _, transaction in try await check(outing, in: transaction) })
    }

    private func check(_ outing: OutingRow, in transaction: Transaction) async throws {
        try await transaction.execute(.takeDueCheck(.offers, of: outing.id))
        // The marker is read before the offers. An offer that is written in between changes it and causes
        // another check.
        let known = try await transaction.one(.offerCheck(of: outing.id))
        let reported = Set(known.reported)
        var held: [Offer] = []
        if let restaurant = outing.state.place?.restaurant,
            let starts = outing.state.time?.startsAt.instant, starts > outing.now
        {
            held = try await book.offers(of: restaurant, at: starts, in: transaction)
        }
        let gone = try await book.offers(reported.subtracting(held.map(\.id)).sorted(), in: transaction)
        let news =
            held.filter { !reported.contains($0.id) }.map { Change.offer($0.id, from: nil, to: $0.title) }
            + gone.map { Change.offer($0.id, from: $0.title, to: nil) }
        try await transaction.execute(
            .storeOfferCheck(outing.id, rev: outing.whenWhereRev, seen: known.seen, reported: held.map(\.id)))
        guard !news.isEmpty else { return }
        _ = try await record.record(news, of: outing.id, by: nil, in: transaction)
    }
}

/// The offers that were reported, and a marker of the place's present offers that changes with them.
@Row
private struct OfferCheckRow: PostgresRow {
    let reported: [OfferID]
    let seen: String?
}

extension Query where Row == OfferCheckRow {
    fileprivate static func offerCheck(of outing: OutingID) -> Self {
        Query(
            "outings.read_offer_check",
            """
            SELECT coalesce(c.notified_offers, '{}'), offers_fingerprint(o.restaurant_id)
              FROM outing AS o
              LEFT JOIN outing_offer_check AS c ON c.outing_id = o.id
             WHERE o.id = \(outing)
            """)
    }
}

extension Command {
    fileprivate static func storeOfferCheck(
        _ outing: OutingID, rev: Int, seen: String?, reported: [OfferID]
    ) -> Command {
        Command(
            "outings.store_offer_check",
            """
            INSERT INTO outing_offer_check AS c (outing_id, rev, fingerprint, notified_offers)
            VALUES (\(outing), \(rev), \(seen), \(reported))
                ON CONFLICT (outing_id) DO UPDATE
               SET rev = excluded.rev, fingerprint = excluded.fingerprint, notified_offers = excluded.notified_offers
            """)
    }
}
