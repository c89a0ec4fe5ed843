import CCurl

/// A validated URL, split by the same parser that libcurl uses to connect to it.
///
/// An instance is always absolute, names a host, contains no control characters or spaces and has at most
/// ``FetchLimits/urlBytes`` bytes. It may contain a password, so never log it whole: log ``origin``.
package struct NetworkURL: Hashable, Sendable {
    /// The URL as the parser normalises it: lower-case scheme, dot segments of the path resolved.
    package let text: String
    /// The scheme in lower case, without `://`.
    package let scheme: String
    /// The host in lower case; an IPv6 address is in brackets.
    package let host: String
    package let port: Int
    package let user: String?
    package let password: String?
    /// The path with its leading slash, percent-decoded.
    package let path: String
    package let query: String?

    /// Parses and validates a URL.
    ///
    /// - Parameter defaultPorts: The allowed schemes, each with its default port.
    /// - Throws: The reason, as a phrase that follows "URL".
    package init(_ text: String, defaultPorts: [String: Int] = ["https": 443, "http": 80]) throws(Fault) {
        guard text.utf8.count <= FetchLimits.urlBytes else {
            throw Fault("is longer than \(FetchLimits.urlBytes) bytes")
        }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f }) else {
            throw Fault("contains a space or a control character")
        }
        // libcurl would ignore a third slash and take the first path segment for the host.
        guard let colon = text.firstIndex(of: ":"), !text[colon...].hasPrefix(":///") else {
            throw Fault("has no host")
        }
        guard let handle = curl_url() else { throw Fault("cannot be read: out of memory") }
        defer { curl_url_cleanup(handle) }
        let result = curl_url_set(handle, CURLUPART_URL, text, 0)
        guard result == CURLUE_OK else {
            throw Fault("is malformed: \(String(cString: curl_url_strerror(result)))")
        }
        guard let whole = try Self.part(CURLUPART_URL, of: handle),
            let scheme = try Self.part(CURLUPART_SCHEME, of: handle)?.lowercased(),
            let host = try Self.part(CURLUPART_HOST, of: handle)?.lowercased(), !host.isEmpty
        else { throw Fault("has no host") }
        guard let defaultPort = defaultPorts[scheme] else {
            throw Fault("must begin with \(defaultPorts.keys.sorted().joined(separator: ":// or "))://")
        }
        let port = try Self.part(CURLUPART_PORT, of: handle).flatMap { Int($0) } ?? defaultPort
        guard (1...65_535).contains(port) else { throw Fault("has a port outside 1...65535") }
        self.text = whole
        self.scheme = scheme
        self.host = host
        self.port = port
        user = try Self.part(CURLUPART_USER, of: handle, decoded: true)
        password = try Self.part(CURLUPART_PASSWORD, of: handle, decoded: true)
        path = try Self.part(CURLUPART_PATH, of: handle, decoded: true) ?? "/"
        query = try Self.part(CURLUPART_QUERY, of: handle)
    }

    /// The scheme, host and port: the part that may be logged, and the key of the per-destination limits.
    package var origin: String { "\(scheme)://\(host):\(port)" }

    /// The address if the host is an IP address; `nil` if it is a name.
    package var literalAddress: IPAddress? {
        IPAddress(host.hasPrefix("[") ? String(host.dropFirst().prefix { $0 != "]" }) : host)
    }

    /// Whether the host is a full ASCII domain name such as `a-b.example.org`: no label is empty or begins or
    /// ends with a hyphen, and the last label begins with a letter, so that no parser reads the host as an
    /// IPv4 address. International names are written `xn--…`.
    package var hasASCIIDomainName: Bool {
        let parts = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let arePlain = parts.allSatisfy { part in
            (1...63).contains(part.count) && part.first != Self.hyphen && part.last != Self.hyphen
                && part.allSatisfy { $0 == Self.hyphen || Self.isLetter($0) || Self.isDigit($0) }
        }
        let top = parts.last.map(Array.init) ?? []
        return arePlain && host.utf8.count <= 253 && top.first.map(Self.isLetter) == true
    }

    private static let hyphen = UInt8(ascii: "-")
    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// The reason why a URL is invalid.
    package struct Fault: Error, Hashable, CustomStringConvertible {
        package let reason: String
        package var description: String { "URL \(reason)" }
        init(_ reason: String) { self.reason = reason }
    }

    /// Returns one component of a parsed URL.
    ///
    /// - Parameter decoded: Whether to percent-decode the component. An encoded control character is then an
    ///   error.
    private static func part(
        _ part: CURLUPart, of handle: OpaquePointer, decoded: Bool = false
    ) throws(Fault) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        let result = curl_url_get(handle, part, &value, decoded ? UInt32(CURLU_URLDECODE) : 0)
        defer { curl_free(value) }
        if decoded && result == CURLUE_URLDECODE { throw Fault("contains an encoded control character") }
        guard result == CURLUE_OK, let value else { return nil }
        return String(cString: value)
    }
}
