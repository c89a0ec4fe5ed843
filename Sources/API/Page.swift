public import JSON

/// One page of a list.
@JSONObject
public struct Page<Item: JSONEncodable & Sendable>: Sendable, JSONEncodable {
    public var items: [Item]
    /// The opaque cursor of the next page; `nil` on the last page.
    public var next: String? = nil
}

extension Page: JSONDecodable where Item: JSONDecodable {
    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(items: read("items"), next: read.optional("next"))
    }
}
