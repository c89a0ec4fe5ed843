extension Bool: PostgresEncodable, PostgresDecodable {
    public static var postgresType: PostgresType { .boolean }

    public func encode(into bytes: inout [UInt8]) { bytes.append(self ? 1 : 0) }

    public init(_ cell: borrowing Cell) throws(PostgresError) {
        try cell.require(.boolean, for: Self.self)
        self = try cell.integer(UInt8.self) != 0
    }
}

/// `int8`. Also reads the narrower integers, which always fit.
extension Int: PostgresEncodable, PostgresDecodable {
    public static var postgresType: PostgresType { .int8 }

    public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: Int64(self)) }

    public init(_ cell: borrowing Cell) throws(PostgresError) {
        switch cell.type {
        case PostgresType.int8.oid: self = Int(try cell.integer(Int64.self))
        case PostgresType.int4.oid: self = Int(try cell.integer(Int32.self))
        case PostgresType.int2.oid: self = Int(try cell.integer(Int16.self))
        default: throw cell.mismatch(Self.self)
        }
    }
}

/// `int4`. Also reads `int2`.
extension Int32: PostgresEncodable, PostgresDecodable {
    public static var postgresType: PostgresType { .int4 }

    public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: self) }

    public init(_ cell: borrowing Cell) throws(PostgresError) {
        switch cell.type {
        case PostgresType.int4.oid: self = try cell.integer()
        case PostgresType.int2.oid: self = Int32(try cell.integer(Int16.self))
        default: throw cell.mismatch(Self.self)
        }
    }
}

/// `int2`.
extension Int16: PostgresEncodable, PostgresDecodable {
    public static var postgresType: PostgresType { .int2 }

    public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: self) }

    public init(_ cell: borrowing Cell) throws(PostgresError) {
        try cell.require(.int2, for: Self.self)
        self = try cell.integer()
    }
}

/// `float8`. Also reads `float4`.
extension Double: PostgresEncodable, PostgresDecodable {
    public static var postgresType: PostgresType { .float8 }

    public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: bitPattern) }

    public init(_ cell: borrowing Cell) throws(PostgresError) {
        switch cell.type {
        case PostgresType.float8.oid: self = Double(bitPattern: try cell.integer())
        case PostgresType.float4.oid: self = Double(Float(bitPattern: try cell.integer()))
        default: throw cell.mismatch(Self.self)
        }
    }
}

/// `float4`.
extension Float: PostgresEncodable, PostgresDecodable {
    public static var postgresType: PostgresType { .float4 }

    public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: bitPattern) }

    public init(_ cell: borrowing Cell) throws(PostgresError) {
        try cell.require(.float4, for: Self.self)
        self = Float(bitPattern: try cell.integer())
    }
}

extension [UInt8] {
    mutating func append(bigEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }
}
