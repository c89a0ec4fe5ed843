/// A complete response.
package struct FetchResponse: Sendable {
    package let status: Int
    /// The header fields in the order received, names in lower case.
    package let headers: [HTTPHeader]
    package let body: [UInt8]
    /// `1.1` or `2`.
    package let httpVersion: String

    /// Returns the value of the first field with this name, compared without regard to case.
    package func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name == name }?.value
    }

    init(_ outcome: TransferOutcome) {
        status = outcome.status
        body = outcome.body
        httpVersion = outcome.httpVersion
        headers = outcome.lines.dropFirst().compactMap(HTTPHeader.init(line:))
    }
}

extension HTTPHeader {
    /// Parses `Name: value` as received from the wire. `nil` if the line has no colon.
    init?(line: String) {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        self.init(line[..<colon].lowercased(), String(value))
    }
}
