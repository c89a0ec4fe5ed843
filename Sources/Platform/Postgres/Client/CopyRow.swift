/// One row for ``PostgresClient/copy(into:rows:)``, in PostgreSQL's binary format.
///
/// The server converts nothing: each value must have exactly the type of its column, that is `Int` for
/// `bigint`, `Int32` for `integer`, `String` for `text`.
public struct CopyRow: Sendable {
    let bytes: [UInt8]

    /// Encodes a row.
    ///
    /// - Parameter value: The columns in the order of the statement's column list; `nil` is NULL.
    public init<each Value: PostgresEncodable>(_ value: repeat (each Value)?) {
        var parameters = Parameters()
        repeat parameters.append(each value)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 + 4 * parameters.count + parameters.bytes.count)
        bytes.append(bigEndian: Int16(parameters.count))
        var offset = 0
        for length in parameters.lengths {
            bytes.append(bigEndian: length)
            let end = offset + Int(max(0, length))
            bytes.append(contentsOf: parameters.bytes[offset..<end])
            offset = end
        }
        self.bytes = bytes
    }

    /// Precedes the first row: signature, flags, length of the header extension.
    ///
    /// - Source: PostgreSQL manual, "COPY", "Binary Format".
    static let header: [UInt8] =
        Array("PGCOPY\n".utf8) + [0xff, 0x0d, 0x0a, 0x00] + Array(repeating: 0, count: 8)

    /// Follows the last row.
    static let trailer: [UInt8] = [0xff, 0xff]
}
