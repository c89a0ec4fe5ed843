import Access
import HTTPKit
import JSON
import NoonishAPI
import Postgres

/// The transactions that edit the customers of a venue. Each locks its customers and adds to their history.
enum CustomerEdits {
    /// - Throws: 409 `too_many_customers`.
    static func add(
        _ fields: CustomerFields, to venue: Capability<RestaurantID>, in transaction: Transaction
    ) async throws -> CustomerID {
        let id = CustomerID.make()
        guard try await transaction.execute(.insert(id, fields, to: venue.object)) == 1 else {
            throw RecordProblems.tooManyCustomers
        }
        try await transaction.execute(.append(.added, after: fields.texts, to: id, of: venue))
        return id
    }

    /// - Throws: ``Denial``; 409 `customer_deleted`; 412 with the current customer.
    static func edit(
        _ id: CustomerID, _ patch: CustomerPatch, ifMatch: TagCondition, of venue: Capability<RestaurantID>,
        in transaction: Transaction
    ) async throws {
        let row = try await lock(id, of: venue, in: transaction)
        guard row.deletedAt == nil else { throw RecordProblems.customerDeleted }
        guard ifMatch.permits(version: row.version) else {
            throw Problem.stale(row.wire, version: row.version)
        }
        let fields = patch.applied(to: row.fields)
        guard fields != row.fields else { return }
        try await transaction.execute(.update(id, to: fields, of: venue.object))
        let (before, after) = differences(from: row.fields, to: fields)
        try await transaction.execute(.append(.edited, before: before, after: after, to: id, of: venue))
    }

    /// Deletes a customer, who can be restored for a time. One that was deleted before stays so.
    ///
    /// - Throws: ``Denial``.
    static func delete(
        _ id: CustomerID, of venue: Capability<RestaurantID>, in transaction: Transaction
    ) async throws {
        let row = try await lock(id, of: venue, in: transaction)
        guard row.deletedAt == nil else { return }
        try await transaction.execute(.setDeleted(true, id, of: venue.object))
        try await transaction.execute(.append(.deleted, to: id, of: venue))
    }

    /// - Throws: ``Denial``.
    static func restore(
        _ id: CustomerID, of venue: Capability<RestaurantID>, in transaction: Transaction
    ) async throws {
        let row = try await lock(id, of: venue, in: transaction)
        guard row.deletedAt != nil else { return }
        try await transaction.execute(.setDeleted(false, id, of: venue.object))
        try await transaction.execute(.append(.restored, to: id, of: venue))
    }

    /// Gives a customer the sales of another, and the values that it lacks, and deletes the other.
    ///
    /// - Throws: ``Denial``; 409 `customer_deleted`; 422 `same_customer` or `customer_unknown`.
    static func merge(
        _ other: CustomerID, into id: CustomerID, of venue: Capability<RestaurantID>,
        in transaction: Transaction
    ) async throws {
        guard id != other else { throw RecordProblems.sameCustomer }
        let rows = try await transaction.all(.lockedCustomers([id, other], of: venue.object))
        guard let kept = rows.first(where: { $0.id == id }) else { throw Denial.notFound }
        guard kept.deletedAt == nil else { throw RecordProblems.customerDeleted }
        guard let merged = rows.first(where: { $0.id == other }), merged.deletedAt == nil else {
            throw RecordProblems.unknownCustomer
        }
        let fields = kept.fields.filled(from: merged.fields)
        let (before, after) = differences(from: kept.fields, to: fields)
        try await transaction.execute(.moveSales(from: other, to: id, of: venue.object))
        try await transaction.execute(.update(id, to: fields, of: venue.object))
        try await transaction.execute(.setDeleted(true, other, of: venue.object))
        try await transaction.execute(
            .append(
                .merged, before: before, after: after.merging(["customer": merged.name]) { own, _ in own },
                to: id, of: venue))
        try await transaction.execute(.append(.deleted, to: other, of: venue))
    }

    private static func lock(
        _ id: CustomerID, of venue: Capability<RestaurantID>, in transaction: Transaction
    ) async throws -> CustomerRow {
        guard let row = try await transaction.first(.lockedCustomers([id], of: venue.object)) else {
            throw Denial.notFound
        }
        return row
    }

    /// Returns the fields that differ, with their old and new values.
    private static func differences(
        from old: CustomerFields, to new: CustomerFields
    ) -> (before: [String: String], after: [String: String]) {
        let (old, new) = (old.texts, new.texts)
        return (old.filter { new[$0.key] != $0.value }, new.filter { old[$0.key] != $0.value })
    }
}

/// The kinds of edits, as the database and clients know them.
enum CustomerChangeKind: String, Sendable {
    case added, edited, deleted, restored, merged
}

extension Command {
    /// Marks a customer as used by a sale, and locks its row. Changes no row if there is no such customer.
    static func use(_ customer: CustomerID, of venue: RestaurantID) -> Command {
        Command(
            "records.use_customer",
            """
            UPDATE customer SET used_at = now()
             WHERE restaurant_id = \(venue) AND id = \(customer) AND deleted_at IS NULL
            """)
    }

    /// Inserts no row if the venue has too many.
    fileprivate static func insert(
        _ id: CustomerID, _ fields: CustomerFields, to venue: RestaurantID
    ) -> Command {
        Command(
            "records.insert_customer",
            """
            INSERT INTO customer (restaurant_id, id, name, email, phone, note, search_text)
            SELECT \(venue), \(id), \(fields.name), \(fields.email), \(fields.phone), \(fields.note), \(fields.searchText)
             WHERE (SELECT count(*) FROM customer AS c WHERE c.restaurant_id = \(venue)) < \(RecordLimits.customers)
            """)
    }

    fileprivate static func update(
        _ id: CustomerID, to fields: CustomerFields, of venue: RestaurantID
    ) -> Command {
        Command(
            "records.update_customer",
            """
            UPDATE customer
               SET name = \(fields.name), email = \(fields.email), phone = \(fields.phone), note = \(fields.note),
                   search_text = \(fields.searchText), version = version + 1, used_at = now()
             WHERE restaurant_id = \(venue) AND id = \(id)
            """)
    }

    fileprivate static func setDeleted(_ isDeleted: Bool, _ id: CustomerID, of venue: RestaurantID) -> Command
    {
        Command(
            "records.delete_customer",
            """
            UPDATE customer
               SET deleted_at = CASE WHEN \(isDeleted) THEN now() END, version = version + 1, used_at = now()
             WHERE restaurant_id = \(venue) AND id = \(id)
            """)
    }

    fileprivate static func moveSales(
        from other: CustomerID, to id: CustomerID, of venue: RestaurantID
    ) -> Command {
        Command(
            "records.move_sales_of_customer",
            "UPDATE sale SET customer_id = \(id) WHERE restaurant_id = \(venue) AND customer_id = \(other)")
    }

    private static func json(_ texts: [String: String]) -> JSONB? { texts.isEmpty ? nil : JSONB(texts) }

    /// Appends an edit to a customer's history. The caller holds the lock of its row.
    fileprivate static func append(
        _ kind: CustomerChangeKind, before: [String: String] = [:], after: [String: String] = [:],
        to customer: CustomerID, of venue: Capability<RestaurantID>
    ) -> Command {
        Command(
            "records.append_customer_change",
            """
            INSERT INTO customer_change (restaurant_id, customer_id, seq, actor_id, kind, before, after)
            SELECT \(venue.object), \(customer), coalesce(max(c.seq), 0) + 1, \(venue.actor.person), \(kind.rawValue),
                   \(json(before)), \(json(after))
              FROM customer_change AS c
             WHERE c.restaurant_id = \(venue.object) AND c.customer_id = \(customer)
            """)
    }
}
