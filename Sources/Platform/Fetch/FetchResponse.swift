/// An answer, read to its end.
package struct FetchResponse: Sendable {
    package let status: Int
    /// In the order they came, names in lower case.
    package let headers: [HTTPHeader]
    package let body: [UInt8]
    /// `1.1` or `2`.
    package let httpVersion: String

    /// The first field of that name, whatever its case.
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
    /// Reads `Name: value` as it came over the wire; nil for anything else.
    init?(line: String) {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        self.init(line[..<colon].lowercased(), String(value))
    }
}
