internal import Access
internal import Foundation
package import NoonishAPI
package import Postgres
package import Restaurants

/// Tells those who come what their place offers at their time: once, when the place is chosen, when the time moves, when an
/// offer turns up; and when one no longer holds then.
package struct TellOffers: OutingRound {
    package static let name = "outings.tell_offers"

    package let database: PostgresClient
    let book: OfferBook
    let record: OutingRecord

    package init(database: PostgresClient, book: OfferBook = OfferBook(), record: OutingRecord) {
        self.database = database
        self.book = book
        self.record = record
    }

    package var due: Query<OutingID> { .offersDue }

    package func look(at outing: OutingRow, in transaction: Transaction) async throws {
        // What is seen is read before the offers: one that is written in between makes it differ, and is looked at again.
        let known = try await transaction.one(.offerCheck(of: outing.id))
        let told = Set(known.told)
        var held: [Offer] = []
        if let restaurant = outing.state.place?.restaurant,
            let starts = outing.state.time?.startsAt.instant, starts > outing.now
        {
            held = try await book.offers(of: restaurant, at: starts, in: transaction)
        }
        let gone = try await book.offers(told.subtracting(held.map(\.id)).sorted(), in: transaction)
        let news =
            held.filter { !told.contains($0.id) }.map { OutingChange.offer($0.id, from: nil, to: $0.title) }
            + gone.map { OutingChange.offer($0.id, from: $0.title, to: nil) }
        try await transaction.execute(
            .keepOfferCheck(outing.id, rev: outing.whenWhereRev, seen: known.seen, told: held.map(\.id)))
        guard !news.isEmpty else { return }
        _ = try await record.record(news, of: outing.id, by: nil, in: transaction)
    }
}

/// What an outing's people have heard of, and what its place offers now, in a word that changes with it.
private struct OfferCheckRow: PostgresRow {
    let told: [OfferID]
    let seen: String?

    init(row: inout RowReader) throws(PostgresError) {
        let ids: [UUID] = try row.next()
        told = ids.map { OfferID($0) }
        seen = try row.next()
    }
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

extension Query where Row == OutingID {
    /// Outings to come whose place offers something, or did when they were looked at last, that nobody has looked at since
    /// time, place or offers changed; the next ones first.
    fileprivate static var offersDue: Self {
        Query(
            "outings.list_due_offer_checks",
            """
            SELECT o.id
              FROM outing AS o
              LEFT JOIN outing_offer_check AS c ON c.outing_id = o.id
             CROSS JOIN LATERAL offers_fingerprint(o.restaurant_id) AS place (seen)
             WHERE o.starts_at > now()
               AND o.cancelled_at IS NULL
               AND (place.seen IS NOT NULL OR c.outing_id IS NOT NULL)
               AND (c.rev, c.fingerprint) IS DISTINCT FROM (o.when_where_rev, place.seen)
             ORDER BY o.starts_at
             LIMIT \(OutingLimits.clockBatch)
            """
        ) { row throws(PostgresError) in try row.next() }
    }
}

extension Command {
    fileprivate static func keepOfferCheck(
        _ outing: OutingID, rev: Int, seen: String?, told: [OfferID]
    ) -> Command {
        Command(
            "outings.store_offer_check",
            """
            INSERT INTO outing_offer_check AS c (outing_id, rev, fingerprint, notified_offers)
            VALUES (\(outing), \(rev), \(seen), \(told))
                ON CONFLICT (outing_id) DO UPDATE
               SET rev = excluded.rev, fingerprint = excluded.fingerprint, notified_offers = excluded.notified_offers
            """)
    }
}
