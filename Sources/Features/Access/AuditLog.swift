package import Foundation
package import JSON
package import NoonishAPI
package import Postgres

/// Read access to the audit log: its newest lines, the ends of its hash chains, and its first inconsistency.
package struct AuditLog: Sendable {
    private let database: any Database

    package init(_ database: any Database) { self.database = database }

    /// Returns the log lines of one person's actions, newest first.
    package func lines(by person: PersonID) async throws -> [OwnAuditLine] {
        try await database.all(.lines(by: person))
    }

    package func newest(_ count: Int) async throws -> [OperatorAuditLine] {
        try await database.all(.newestLines(count))
    }

    /// Returns the last lines of the chains of the newest two days, newest first.
    package func heads() async throws -> [AuditHead] { try await database.all(.auditHeads) }

    /// Returns the first line that does not follow from its predecessor; `nil` if the log is intact.
    package func fault() async throws -> AuditPosition? { try await database.first(.auditInconsistency) }
}

/// The position of a line in the audit log.
@Row
package struct AuditPosition: PostgresRow, Hashable, CustomStringConvertible {
    /// `2027-03-11`, in UTC.
    package let day: String
    package let chain: Int
    package let seq: Int

    package var description: String { "\(day) chain \(chain) line \(seq)" }
}

/// The last line of one of a day's hash chains.
@Row
package struct AuditHead: PostgresRow, Hashable {
    package let day: String
    package let chain: Int
    package let seq: Int
    /// Hexadecimal.
    package let hash: String
}

/// A log line as shown to the person who acted.
@Row
@JSONObject(flattenable: true)
package struct OwnAuditLine: PostgresRow, JSONEncodable {
    package let at: Date
    package let action: String
    package let object: String?
    package let outcome: String
    package let network: String?
}

/// A log line as shown to operators.
@Row
@JSONObject
package struct OperatorAuditLine: PostgresRow, JSONEncodable {
    package let actor: PersonID?
    @JSONMember(flattened: true) package let line: OwnAuditLine
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

extension Query where Row == OperatorAuditLine {
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
        Query(
            "access.read_audit_heads",
            "SELECT day::text, chain::bigint, seq, encode(hash, 'hex') FROM audit_heads()")
    }
}

extension Query where Row == AuditPosition {
    fileprivate static var auditInconsistency: Self {
        Query("access.find_audit_fault", "SELECT day::text, chain::bigint, seq FROM audit_fault()")
    }
}
