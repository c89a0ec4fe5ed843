package import Postgres

extension SQL {
    /// Returns an expression for stored changes with their long texts, as ``LongTextTransition`` describes. `o` is the
    /// outing in the statement.
    ///
    /// - Parameters:
    ///   - changes: The stored changes.
    ///   - known: The revision before them.
    ///   - revision: The revision after them.
    package static func complete(
        _ changes: StaticString, after known: StaticString, until revision: StaticString
    ) -> SQL {
        let texts = OutingState.plainFields.compactMap { $0 as? any TextFieldChange.Type }
        let present = texts.flatMap { field in field.names.map { "'\($0)', o.\(field.column)" } }
        return SQL(
            stringLiteral: """
                CASE WHEN \(changes) @> '[{"isLong": true}]'
                     THEN with_long_texts(o.id, \(known), \(revision), \(changes),
                                          jsonb_build_object(\(present.joined(separator: ", "))))
                     ELSE \(changes) END
                """)
    }
}
