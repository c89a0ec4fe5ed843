/// Generates how a structure reads itself from a row: one stored property after another, in the order of their
/// declaration, each by `RowReader.next()`. A property with an initial value is no column.
///
/// For a ``PostgresRow`` or ``TableRow`` it generates `init(row:)`, for a ``PostgresJoinedRow`` `init?(joined:)`. A property may
/// itself be a row, which reads the columns that it needs.
///
/// If the properties have `@Column`, it also generates `static let columns`, the select list in the same
/// order.
///
///     @Row
///     struct MessageRow: PostgresRow {
///         @Column("m.id") let id: MessageID
///         @Column("m.author_id", "p.name") let author: Person
///     }
@attached(member, names: named(init), named(columns), named(briefColumns))
public macro Row() = #externalMacro(module: "Macros", type: "RowMacro")

/// The columns of a statement that a property of a ``Row()`` is read from.
///
/// - Parameter brief: The same number of columns of the same types, for statements that can do without the value.
///   They use the list `briefColumns`, which is generated if a property has this argument.
@attached(peer)
public macro Column(_ sql: SQL..., brief: SQL? = nil) =
    #externalMacro(module: "Macros", type: "PropertyMarkerMacro")

/// The same for a property that is a row itself: its type's `columns`.
@attached(peer)
public macro Column<Value: PostgresRow>(_ row: Value.Type, brief: SQL? = nil) =
    #externalMacro(module: "Macros", type: "PropertyMarkerMacro")

/// A row that may come from the outer side of a join, where its columns are NULL.
public protocol PostgresJoinedRow: PostgresRow {
    /// Reads all columns; returns `nil` if one that the row always has is NULL.
    init?(joined row: inout RowReader) throws(PostgresError)
}

extension PostgresJoinedRow {
    public init(row: inout RowReader) throws(PostgresError) {
        guard let row = try Self(joined: &row) else { throw .decode("a column of \(Self.self) is NULL") }
        self = row
    }
}

extension RowReader {
    /// Reads the columns of a row within the row.
    @inlinable
    public mutating func next<Value: PostgresRow>(_: Value.Type = Value.self) throws(PostgresError) -> Value {
        try Value(row: &self)
    }

    /// Reads the columns of an outer join; returns `nil` if they are NULL.
    @inlinable
    public mutating func next<Value: PostgresJoinedRow>(
        _: Value.Type = Value.self
    ) throws(PostgresError) -> Value? {
        try Value(joined: &self)
    }
}

extension SQL {
    /// Creates a select list.
    ///
    /// - Precondition: `columns` have no parameters.
    public init(columns: [SQL]) {
        precondition(columns.allSatisfy { $0.parameters.count == 0 }, "a list of columns binds no values")
        self.init(stringLiteral: columns.map(\.text).joined(separator: ", "))
    }
}
