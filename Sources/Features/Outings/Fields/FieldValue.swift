package import Journal
package import Postgres

/// The value of a plain field: optional, or required as a title is.
package protocol FieldValue: StoredValue, PostgresDecodable {
    /// The value in a request.
    associatedtype Input: Sendable

    static var isRequired: Bool { get }

    /// Creates the value from that in a request; `nil` if null is not allowed.
    init?(input: Input?)

    func write(to columns: inout ColumnWriter, as name: StaticString)
}

extension String: FieldValue {
    package static var isRequired: Bool { true }

    package init?(input: String?) {
        guard let input else { return nil }
        self = input
    }

    package func write(to columns: inout ColumnWriter, as name: StaticString) { columns.column(name, self) }
}

extension Optional: FieldValue where Wrapped: StoredValue & PostgresEncodable & PostgresDecodable {
    package static var isRequired: Bool { false }

    package init?(input: Wrapped?) { self = input }

    package func write(to columns: inout ColumnWriter, as name: StaticString) { columns.column(name, self) }
}
