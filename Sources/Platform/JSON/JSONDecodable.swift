public import NIOCore

// How a type reads itself
// =======================
// The names are an enumeration, so that the compiler sees that each is handled:
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
// The same in fewer words, and somewhat slower: see `JSONMembers.swift`.
//
// A known name that comes twice is refused. A name that is not known is stepped over: an older program reads a newer
// server. For one of ours, names come in the order of the enumeration, and each is found at the first comparison.

/// What can read itself from one JSON value.
public protocol JSONDecodable {
    init(from reader: inout JSONReader) throws(JSONFault)
}

/// What goes both ways.
public typealias JSONCodable = JSONDecodable & JSONEncodable

extension JSONDecodable {
    /// Reads one JSON text whole.
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

/// An enumeration of words conforms by naming the protocol alone.
extension JSONDecodable where Self: RawRepresentable, RawValue == String {
    @inlinable
    public init(from reader: inout JSONReader) throws(JSONFault) {
        self = try reader.parsed { Self(rawValue: $0) }
    }
}
