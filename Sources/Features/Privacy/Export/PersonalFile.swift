import Initializers
import NoonishAPI
package import Postgres

/// A file of an export: one JSON value that a statement reads.
@MemberwiseInit(unlabeled: 3)
package struct PersonalFile: Sendable {
    package let name: String
    /// The name of the statement.
    let statement: String
    /// The value in SQL, such as ``SQL/list(of:orderedBy:_:)``. It names the person `own.id`.
    let value: SQL

    func document(of person: PersonID) -> Query<JSONDocument> {
        Query(statement, "SELECT jsonb_pretty(\(fragment: value)) FROM (SELECT \(person) AS id) AS own")
    }
}

/// A JSON document formatted by the database for readability.
@Row
struct JSONDocument: PostgresRow {
    let text: String
}

extension SQL {
    /// A JSON object with these members.
    package static func object(_ members: KeyValuePairs<StaticString, SQL>) -> SQL {
        let arguments = members.map { "'\($0.key)', \($0.value.text)" }
        return SQL(stringLiteral: "jsonb_build_object(\(arguments.joined(separator: ",\n")))")
    }

    /// A JSON list of objects, one for each row.
    ///
    /// - Parameters:
    ///   - members: The names and values of an object's members.
    ///   - rest: What follows the select list: FROM and WHERE.
    package static func list(of members: SQL, orderedBy order: SQL, _ rest: SQL) -> SQL {
        """
        (SELECT coalesce(jsonb_agg(jsonb_build_object(\(fragment: members)) ORDER BY \(fragment: order)), '[]')
        \(fragment: rest))
        """
    }
}
