public import NIOCore

// How to decode a type
// ====================
// ``JSONObject(onePass:flattenable:)`` generates the code for a structure. For other types, declare the member names as an enumeration, so that the compiler checks that each is handled:
//
//     private enum Name: String, CaseIterable { case id, title, note }
//     private static let names = JSONNames(Name.self)
//
//     init(from reader: inout JSONReader) throws(JSONFault) {
//         var id: String?, title: String?, note: String?
//         try reader.object(Self.names) { (reader, name) throws(JSONFault) in
//             switch name {
//             case .id: id = try reader.string()
//             case .title: title = try reader.string()
//             case .note: note = try reader.optional()
//             }
//         }
//         self.id = try reader.required(id, "id")
//         ...
//     }
//
// `JSONMembers.swift` shows a shorter form that is somewhat slower.
//
// Duplicate known names are rejected. Unknown names are skipped, so that an older client can read the
// responses of a newer server. If the members arrive in the order of the enumeration, as our own server
// writes them, each name is found with one comparison.

/// A type that can decode itself from one JSON value.
public protocol JSONDecodable {
    init(from reader: inout JSONReader) throws(JSONFault)
}

/// A type that can be both encoded and decoded.
public typealias JSONCodable = JSONDecodable & JSONEncodable

/// A value that the service and its clients exchange.
public typealias WireValue = Hashable & Sendable & JSONCodable

extension JSONDecodable {
    /// Decodes a complete JSON text.
    public init(
        parsing buffer: ByteBuffer, depth: Int = JSONReader.defaultDepth, size: Int = JSONReader.defaultSize
    ) throws(JSONFault) {
        self = try buffer.withUnsafeReadableBytes { bytes in
            Result { () throws(JSONFault) in
                try JSONReader.read(bytes, depth: depth, size: size) { (reader) throws(JSONFault) in
                    try Self(from: &reader)
                }
            }
        }.get()
    }
}

extension String: JSONDecodable {
    public init(from reader: inout JSONReader) throws(JSONFault) { self = try reader.string() }
}

extension Int: JSONDecodable {
    public init(from reader: inout JSONReader) throws(JSONFault) { self = try reader.integer() }
}

extension Double: JSONDecodable {
    public init(from reader: inout JSONReader) throws(JSONFault) { self = try reader.double() }
}

extension Bool: JSONDecodable {
    public init(from reader: inout JSONReader) throws(JSONFault) { self = try reader.boolean() }
}

extension JSONValue: JSONDecodable {
    public init(from reader: inout JSONReader) throws(JSONFault) { self = try reader.value() }
}

extension Array: JSONDecodable where Element: JSONDecodable {
    @inlinable
    public init(from reader: inout JSONReader) throws(JSONFault) {
        self = try reader.array { (reader) throws(JSONFault) in try Element(from: &reader) }
    }
}

/// Enumerations with string raw values need no code of their own to conform.
extension JSONDecodable where Self: RawRepresentable, RawValue == String {
    @inlinable
    public init(from reader: inout JSONReader) throws(JSONFault) {
        self = try reader.parsed { Self(rawValue: $0) }
    }
}
