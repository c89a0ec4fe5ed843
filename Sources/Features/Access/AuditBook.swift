package import Foundation
package import JSON
package import NoonishAPI
package import Postgres

/// The book as it can be read: newest lines, the ends of its chains, and where it was broken.
package struct AuditBook: Sendable {
    private let database: any Database

    package init(_ database: any Database) { self.database = database }

    /// What one person did, the newest first.
    package func lines(by person: PersonID) async throws -> [OwnAuditLine] {
        try await database.all(.lines(by: person))
    }

    package func newest(_ count: Int) async throws -> [ReadAuditLine] {
        try await database.all(.newestLines(count))
    }

    /// The ends of the newest two chains, the newest first.
    package func heads() async throws -> [AuditHead] { try await database.all(.auditHeads) }

    /// The first line that does not follow from the one before it; nil if the book is whole.
    package func fault() async throws -> AuditPlace? { try await database.first(.auditFault) }
}

/// Where a line stands.
package struct AuditPlace: PostgresRow, Hashable, CustomStringConvertible {
    /// `2027-03-11`, in UTC.
    package let day: String
    package let seq: Int

    package init(row: inout RowReader) throws(PostgresError) {
        day = try row.next()
        seq = try row.next()
    }

    package var description: String { "\(day) line \(seq)" }
}

/// The end of one day's chain.
package struct AuditHead: PostgresRow, Hashable {
    package let day: String
    package let seq: Int
    /// Hexadecimal.
    package let hash: String

    package init(row: inout RowReader) throws(PostgresError) {
        day = try row.next()
        seq = try row.next()
        hash = try row.next()
    }
}

/// A line as whoever did it may read it.
package struct OwnAuditLine: PostgresRow, JSONEncodable {
    package let at: Date
    package let action: String
    package let object: String?
    package let outcome: String
    package let network: String?

    package init(row: inout RowReader) throws(PostgresError) {
        at = try row.next()
        action = try row.next()
        object = try row.next()
        outcome = try row.next()
        network = try row.next()
    }

    package func encode(to writer: inout JSONWriter) { writer.object { write(to: &$0) } }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.field("at", at)
        writer.field("action", action)
        writer.field("object", object)
        writer.field("outcome", outcome)
        writer.field("network", network)
    }
}

/// A line as an operator may read it.
package struct ReadAuditLine: PostgresRow, JSONEncodable {
    package let actor: PersonID?
    package let line: OwnAuditLine

    package init(row: inout RowReader) throws(PostgresError) {
        actor = try row.next()
        line = try OwnAuditLine(row: &row)
    }

    package func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("actor", actor)
            line.write(to: &$0)
        }
    }
}

extension Query where Row == OwnAuditLine {
    fileprivate static func lines(by person: PersonID) -> Self {
        Query(
            "access.read_audit_of_person",
            """
            SELECT at, action, object, outcome, network
              FROM audit_of(\(person), \(AuditLimits.shown)::bigint::int)
            """)
    }
}

extension Query where Row == ReadAuditLine {
    fileprivate static func newestLines(_ count: Int) -> Self {
        Query(
            "access.read_newest_audit",
            """
            SELECT actor_id, at, action, object, outcome, network
              FROM audit_newest(\(count)::bigint::int)
            """)
    }
}

extension Query where Row == AuditHead {
    fileprivate static var auditHeads: Self {
        Query("access.read_audit_heads", "SELECT day::text, seq, encode(hash, 'hex') FROM audit_heads()")
    }
}

extension Query where Row == AuditPlace {
    fileprivate static var auditFault: Self {
        Query("access.find_audit_fault", "SELECT day::text, seq FROM audit_fault()")
    }
}
