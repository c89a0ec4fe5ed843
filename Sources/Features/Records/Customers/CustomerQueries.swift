import Access
import Foundation
public import NoonishAPI
public import Postgres
import Venues

/// A row of `customer`, `c` in its columns.
@Row
struct CustomerRow: TableRow {
    @Column("c.id") let id: CustomerID
    @Column("c.name") let name: String
    @Column("c.email") let email: String?
    @Column("c.phone") let phone: String?
    @Column("c.note") let note: String?
    @Column("c.version") let version: Int
    @Column("c.created_at") let createdAt: Date
    @Column("c.deleted_at") let deletedAt: Date?

    static let tables: SQL = "customer AS c"

    var fields: CustomerFields { CustomerFields(name: name, email: email, phone: phone, note: note) }

    var wire: Customer {
        Customer(
            id: id, name: name, email: email, phone: phone, note: note, version: version,
            createdAt: createdAt, deletedAt: deletedAt)
    }
}

/// The columns `id` and `name`.
extension SaleCustomer: PostgresJoinedRow {
    public init?(joined row: inout RowReader) throws(PostgresError) {
        let id: CustomerID? = try row.next()
        let name: String? = try row.next()
        guard let id, let name else { return nil }
        self.init(id: id, name: name)
    }
}

extension Query where Row == CustomerRow {
    /// Lists the customers of a venue by name.
    ///
    /// - Parameters:
    ///   - words: Folded; all of them have to be found.
    ///   - isDeleted: Whether to list those that can be restored instead.
    ///   - condition: That of a filter.
    ///   - language: The reader's, whose alphabet decides the order.
    ///   - customer: The last one of the page before.
    ///   - name: The name that it had on that page; `nil` for the one that it has now.
    static func customers(
        of venue: Capability<RestaurantID>, with words: [String], isDeleted: Bool, where condition: SQL?,
        in language: String, after customer: CustomerID?, named name: String? = nil,
        limit: Int
    ) -> Self {
        .select(
            "records.list_customers", on: condition == nil ? .read : .slow,
            """
             WHERE \(statement: condition ?? "true")
               AND c.restaurant_id = \(venue.object) AND (c.deleted_at IS NOT NULL) = \(isDeleted)
               AND NOT EXISTS (SELECT FROM unnest(\(words)::text[]) AS word WHERE position(word IN c.search_text) = 0)
               AND (\(customer)::uuid IS NULL
                    OR (c.name \(fragment: .collation(of: language)), c.id)
                       > (coalesce(\(name)::text,
                                   (SELECT o.name FROM customer AS o
                                     WHERE o.restaurant_id = \(venue.object) AND o.id = \(customer))),
                          \(customer)::uuid))
             ORDER BY c.name \(fragment: .collation(of: language)), c.id
             LIMIT \(limit)
            """)
    }

    static func customer(_ id: CustomerID, of venue: RestaurantID) -> Self {
        .select("records.read_customer", "WHERE c.restaurant_id = \(venue) AND c.id = \(id)")
    }

    /// Locks customers until the transaction ends, and returns those that exist.
    static func lockedCustomers(_ ids: [CustomerID], of venue: RestaurantID) -> Self {
        .select(
            "records.lock_customers",
            """
             WHERE c.restaurant_id = \(venue) AND c.id = ANY (\(ids))
             ORDER BY c.id
               FOR NO KEY UPDATE
            """)
    }
}

extension Query where Row == VenueChange {
    /// Lists the edits of a customer, newest first.
    static func changes(
        of customer: CustomerID, at venue: Capability<RestaurantID>, before sequence: Int?, limit: Int
    ) -> Self {
        Query(
            "records.list_customer_changes",
            """
            SELECT c.seq, c.kind, p.id, p.name, c.at, c.before, c.after
              FROM customer_change AS c
              LEFT JOIN person AS p ON p.id = c.actor_id
             WHERE c.restaurant_id = \(venue.object) AND c.customer_id = \(customer)
               AND c.seq < coalesce(\(sequence), \(Int.max))
             ORDER BY c.seq DESC
             LIMIT \(limit)
            """)
    }
}
