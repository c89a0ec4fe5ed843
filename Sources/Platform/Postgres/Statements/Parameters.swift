/// The bound values of one statement in PostgreSQL's binary format. They are encoded in the caller's task so
/// that the loop's thread only passes bytes on.
public struct Parameters: Sendable {
    /// The encoded values, concatenated. NULLs take no bytes.
    package private(set) var bytes: [UInt8] = []
    /// Length of each value in bytes; -1 is NULL.
    package private(set) var lengths: [Int32] = []
    /// Type of each value, as an OID of `pg_type`.
    package private(set) var types: [UInt32] = []

    public init() {}

    public var count: Int { lengths.count }

    /// Appends one value; `nil` is NULL.
    public mutating func append<Value: PostgresEncodable>(_ value: Value?) {
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

/// A type in `pg_type`, identified by its OID and the OID of its array type.
///
/// - Source: PostgreSQL, `src/include/catalog/pg_type.dat`; built-in OIDs never change.
public struct PostgresType: Hashable, Sendable {
    public let oid: UInt32
    /// OID of the array type, or 0 if there is none.
    public let arrayOID: UInt32

    public init(oid: UInt32, arrayOID: UInt32) {
        self.oid = oid
        self.arrayOID = arrayOID
    }
}

extension PostgresType {
    package static let boolean = PostgresType(oid: 16, arrayOID: 1000)
    package static let bytea = PostgresType(oid: 17, arrayOID: 1001)
    package static let int8 = PostgresType(oid: 20, arrayOID: 1016)
    package static let int2 = PostgresType(oid: 21, arrayOID: 1005)
    package static let int4 = PostgresType(oid: 23, arrayOID: 1007)
    package static let text = PostgresType(oid: 25, arrayOID: 1009)
    package static let xid = PostgresType(oid: 28, arrayOID: 1011)
    package static let json = PostgresType(oid: 114, arrayOID: 199)
    package static let float4 = PostgresType(oid: 700, arrayOID: 1021)
    package static let float8 = PostgresType(oid: 701, arrayOID: 1022)
    package static let timestamp = PostgresType(oid: 1114, arrayOID: 1115)
    package static let timestamptz = PostgresType(oid: 1184, arrayOID: 1185)
    package static let interval = PostgresType(oid: 1186, arrayOID: 1187)
    package static let uuid = PostgresType(oid: 2950, arrayOID: 2951)
    package static let jsonb = PostgresType(oid: 3802, arrayOID: 3807)
}

/// A Swift value that can be bound to a statement, alone or as an element of an array.
public protocol PostgresEncodable: PostgresArrayEncodable {
    static var postgresType: PostgresType { get }
    /// Appends the value in PostgreSQL's binary format.
    func encode(into bytes: inout [UInt8])
}

/// A Swift value that can be read from a column, alone or as an element of an array.
public protocol PostgresDecodable: PostgresArrayDecodable {
    /// Decodes a value that is not NULL.
    ///
    /// - Throws: ``PostgresError/decode(_:)`` when the column has another type or the value does not fit.
    init(_ cell: borrowing Cell) throws(PostgresError)
    /// Returns the value that stands for SQL NULL. The default implementation throws
    /// ``PostgresError/decode(_:)``.
    static func null(column: @autoclosure () -> String) throws(PostgresError) -> Self
}

extension PostgresDecodable {
    public static func null(column: @autoclosure () -> String) throws(PostgresError) -> Self {
        throw .decode("column \(column()) is NULL, but \(Self.self) was requested")
    }
}
