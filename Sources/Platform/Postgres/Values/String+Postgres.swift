/// `text`. Also reads the types whose binary form is their text: `varchar`, `char(n)`, `name`, `json`.
extension String: PostgresEncodable, PostgresDecodable {
    public static var postgresType: PostgresType { .text }

    public func encode(into bytes: inout [UInt8]) { bytes.append(contentsOf: utf8) }

    public init(_ cell: borrowing Cell) throws(PostgresError) {
        switch cell.type {
        case 25, 1043, 1042, 19, 114, 705: self = String(decoding: cell.bytes, as: UTF8.self)
        default: throw cell.mismatch(Self.self)
        }
    }
}

/// A JSON document as text, for a column of type `jsonb`. Also reads `json`.
public struct JSONB: Hashable, Sendable, PostgresEncodable, PostgresDecodable {
    /// The document. The server rejects text that is not valid JSON (22P02).
    public let text: String

    /// The only version of the binary form of `jsonb`.
    private static let version: UInt8 = 1

    public init(text: String) { self.text = text }

    public static var postgresType: PostgresType { .jsonb }

    public func encode(into bytes: inout [UInt8]) {
        bytes.append(Self.version)
        bytes.append(contentsOf: text.utf8)
    }

    public init(_ cell: borrowing Cell) throws(PostgresError) {
        switch cell.type {
        case PostgresType.jsonb.oid:
            guard cell.bytes.first == Self.version else { throw cell.mismatch(Self.self) }
            text = String(decoding: cell.bytes.dropFirst(), as: UTF8.self)
        case PostgresType.json.oid:
            text = String(decoding: cell.bytes, as: UTF8.self)
        default:
            throw cell.mismatch(Self.self)
        }
    }
}

/// Enumerations with string raw values need no code of their own to conform.
extension PostgresDecodable where Self: RawRepresentable, RawValue == String {
    public init(_ cell: borrowing Cell) throws(PostgresError) {
        let text = try String(cell)
        guard let value = Self(rawValue: text) else { throw .decode("\(text) is not a \(Self.self)") }
        self = value
    }
}
