public import Foundation

extension JSONReader {
    /// A string that `parse` makes a value of.
    public mutating func parsed<Value>(_ parse: (String) -> Value?) throws(JSONFault) -> Value {
        let start = offset
        guard let value = parse(try string()) else { throw JSONFault(.wrongType, at: start) }
        return value
    }
}

extension Date: JSONDecodable {
    /// An instant as RFC 3339 writes it: `2027-03-11T12:30:00Z`, or with an offset, or with parts of a second.
    public init(from reader: inout JSONReader) throws(JSONFault) {
        self = try reader.parsed { text in
            (try? Date(text, strategy: Date.ISO8601FormatStyle()))
                ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        }
    }
}
