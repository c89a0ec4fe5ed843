/// A type that can be bound as an element of an array. Every ``PostgresEncodable`` conforms. `UInt8` conforms
/// too, so that `[UInt8]` becomes `bytea`.
public protocol PostgresArrayEncodable: Sendable {
    /// The PostgreSQL type of an array of this type.
    static var postgresArrayType: PostgresType { get }
    /// Appends `array` in PostgreSQL's binary format.
    static func encode(array: [Self], into bytes: inout [UInt8])
}

/// A type that can be read as an element of an array.
public protocol PostgresArrayDecodable: Sendable {
    static func decode(array cell: borrowing Cell) throws(PostgresError) -> [Self]
}

extension Array: PostgresArrayEncodable where Element: PostgresArrayEncodable {}
extension Array: PostgresEncodable where Element: PostgresArrayEncodable {
    public static var postgresType: PostgresType { Element.postgresArrayType }

    public func encode(into bytes: inout [UInt8]) { Element.encode(array: self, into: &bytes) }
}

extension Array: PostgresArrayDecodable where Element: PostgresArrayDecodable {}
extension Array: PostgresDecodable where Element: PostgresArrayDecodable {
    @inlinable
    public init(_ cell: borrowing Cell) throws(PostgresError) { self = try Element.decode(array: cell) }
}

/// `bytea`.
extension UInt8: PostgresArrayEncodable, PostgresArrayDecodable {
    public static var postgresArrayType: PostgresType { .bytea }

    public static func encode(array: [UInt8], into bytes: inout [UInt8]) { bytes.append(contentsOf: array) }

    public static func decode(array cell: borrowing Cell) throws(PostgresError) -> [UInt8] {
        try cell.require(.bytea, for: [UInt8].self)
        return Array(cell.bytes)
    }
}

/// Encodes a one-dimensional array: number of dimensions, flag for NULLs, element type, count and lower
/// bound, then the length and bytes of each element.
///
/// - Source: PostgreSQL, `array_recv` and `array_send` in `src/backend/utils/adt/arrayfuncs.c`.
extension PostgresEncodable {
    public static var postgresArrayType: PostgresType {
        PostgresType(oid: postgresType.arrayOID, arrayOID: 0)
    }

    public static func encode(array: [Self], into bytes: inout [UInt8]) {
        encodeArray(array, type: postgresType, hasNulls: false, into: &bytes) { $0 }
    }
}

extension PostgresDecodable {
    public static func decode(array cell: borrowing Cell) throws(PostgresError) -> [Self] {
        var reader = ArrayReader(cell.bytes)
        guard let dimensions = reader.integer(), reader.integer() != nil, let type = reader.integer() else {
            throw cell.mismatch([Self].self)
        }
        if dimensions == 0 { return [] }
        guard dimensions == 1, let count = reader.integer(), reader.integer() != nil, count >= 0 else {
            throw cell.mismatch([Self].self)
        }
        var values: [Self] = []
        for _ in 0..<count {
            guard let length = reader.integer() else { throw cell.mismatch([Self].self) }
            if length < 0 {
                values.append(try null(column: "of an element"))
            } else if let bytes = reader.bytes(Int(length)) {
                values.append(try Self(Cell(bytes, type: UInt32(bitPattern: type), origin: nil)))
            } else {
                throw cell.mismatch([Self].self)
            }
        }
        return values
    }
}

/// An optional is an array element that may be NULL. A single optional parameter needs no conformance.
extension Optional: PostgresArrayEncodable where Wrapped: PostgresEncodable {
    public static var postgresArrayType: PostgresType { Wrapped.postgresArrayType }

    public static func encode(array: [Self], into bytes: inout [UInt8]) {
        let hasNulls = array.contains { $0 == nil }
        encodeArray(array, type: Wrapped.postgresType, hasNulls: hasNulls, into: &bytes) { $0 }
    }
}

extension Optional: PostgresArrayDecodable where Wrapped: PostgresDecodable {}
extension Optional: PostgresDecodable where Wrapped: PostgresDecodable {
    @inlinable
    public init(_ cell: borrowing Cell) throws(PostgresError) { self = try Wrapped(cell) }

    @inlinable
    public static func null(column: @autoclosure () -> String) throws(PostgresError) -> Self { nil }
}

private func encodeArray<Element, Value: PostgresEncodable>(
    _ array: [Element], type: PostgresType, hasNulls: Bool, into bytes: inout [UInt8],
    value: (Element) -> Value?
) {
    bytes.append(bigEndian: Int32(array.isEmpty ? 0 : 1))
    bytes.append(bigEndian: Int32(hasNulls ? 1 : 0))
    bytes.append(bigEndian: type.oid)
    guard !array.isEmpty else { return }
    bytes.append(bigEndian: Int32(array.count))
    bytes.append(bigEndian: Int32(1))
    for element in array {
        guard let value = value(element) else {
            bytes.append(bigEndian: Int32(-1))
            continue
        }
        let start = bytes.count
        bytes.append(bigEndian: Int32(0))
        value.encode(into: &bytes)
        let length = Int32(bytes.count - start - 4).bigEndian
        withUnsafeBytes(of: length) { bytes.replaceSubrange(start..<start + 4, with: $0) }
    }
}

private struct ArrayReader {
    private var rest: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

    mutating func integer() -> Int32? {
        guard let bytes = bytes(4) else { return nil }
        return Int32(bigEndian: bytes.loadUnaligned(as: Int32.self))
    }

    mutating func bytes(_ count: Int) -> UnsafeRawBufferPointer? {
        guard count <= rest.count else { return nil }
        defer { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) }
        return UnsafeRawBufferPointer(rebasing: rest[..<count])
    }
}
