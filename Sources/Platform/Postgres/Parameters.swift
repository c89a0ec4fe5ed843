/// The bound values of one statement in PostgreSQL's binary format, encoded in the caller's task so that the loop
/// thread only hands over bytes.
public struct Parameters: Sendable {
    /// One value after the other, NULLs taking no bytes.
    package private(set) var bytes: [UInt8] = []
    /// Bytes of each value; -1 is NULL.
    package private(set) var lengths: [Int32] = []
    /// Type of each value, as an OID of `pg_type`.
    package private(set) var types: [UInt32] = []

    public var count: Int { lengths.count }

    package mutating func append<Value: PostgresEncodable>(_ value: Value?) {
        types.append(Value.postgresType.oid)
        guard let value else {
            lengths.append(-1)
            return
        }
        let start = bytes.count
        value.encode(into: &bytes)
        lengths.append(Int32(bytes.count - start))
    }
}

/// A type of `pg_type`, by its OID and the OID of its array.
///
/// - Source: PostgreSQL, `src/include/catalog/pg_type.dat`; built-in OIDs never change.
public struct PostgresType: Hashable, Sendable {
    public let oid: UInt32
    public let arrayOID: UInt32

    public init(oid: UInt32, arrayOID: UInt32) {
        self.oid = oid
        self.arrayOID = arrayOID
    }
}

/// A Swift value that can be bound to a statement.
public protocol PostgresEncodable: Sendable {
    static var postgresType: PostgresType { get }
    /// Appends the value in PostgreSQL's binary format.
    func encode(into bytes: inout [UInt8])
}

/// A Swift value that can be read from a column.
public protocol PostgresDecodable: Sendable {
    /// - Throws: ``PostgresError/decode(_:)`` when the column has another type, is NULL, or does not fit.
    init(_ cell: Cell) throws(PostgresError)
    /// What an SQL NULL becomes.
    static func null(column: String) throws(PostgresError) -> Self
}

extension PostgresDecodable {
    public static func null(column: String) throws(PostgresError) -> Self {
        throw .decode("column \(column) is NULL but \(Self.self) was asked for")
    }
}

/// One value of one row: its bytes in binary format and its type.
///
/// Valid only inside the `decode` closure that received it.
public struct Cell {
    public let bytes: UnsafeRawBufferPointer
    public let type: UInt32
    public let column: String
}
