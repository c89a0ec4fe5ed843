import CLibPQ

/// One value of one row: its bytes in binary format and its type.
///
/// It points into the server's result and is valid only during one `init`. Being noncopyable keeps it from
/// outliving the result.
public struct Cell: ~Copyable {
    public let bytes: UnsafeRawBufferPointer
    /// OID of the value's type in `pg_type`.
    public let type: UInt32
    /// The `PGresult` and the column index, for error messages; `nil` for an element of an array.
    private let origin: (result: OpaquePointer, column: Int32)?

    init(_ bytes: UnsafeRawBufferPointer, type: UInt32, origin: (result: OpaquePointer, column: Int32)?) {
        self.bytes = bytes
        self.type = type
        self.origin = origin
    }
}

extension Cell {
    /// Throws unless the cell has the expected type.
    borrowing func require(_ expected: PostgresType, for target: Any.Type) throws(PostgresError) {
        guard type == expected.oid else { throw mismatch(target) }
    }

    /// Returns the value as a big-endian integer of exactly the width of `Value`.
    borrowing func integer<Value: FixedWidthInteger>(
        _: Value.Type = Value.self
    ) throws(PostgresError) -> Value {
        guard bytes.count == MemoryLayout<Value>.size else { throw mismatch(Value.self) }
        return Value(bigEndian: bytes.loadUnaligned(as: Value.self))
    }

    /// Returns the error for a cell that cannot be converted to `target`.
    public borrowing func mismatch(_ target: Any.Type) -> PostgresError {
        .decode("\(place) has type \(type) and \(bytes.count) bytes and cannot be read as \(target)")
    }

    private var place: String {
        guard let origin else { return "an element of an array" }
        guard let name = PQfname(origin.result, origin.column) else { return "column \(origin.column + 1)" }
        return "column \(String(cString: name))"
    }
}
