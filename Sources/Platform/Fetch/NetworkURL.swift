import CCurl

/// A checked URL, taken apart by the same parser that will connect to it.
///
/// To hold one is to know that it is absolute, names a host, has no control characters, no spaces and at most
/// ``FetchLimits/urlBytes`` bytes. It may hold a password, so it is never logged whole: ``origin`` is for that.
package struct NetworkURL: Hashable, Sendable {
    /// As normalised by the parser: lower-case scheme, dots in the path resolved.
    package let text: String
    /// Lower case, without "://".
    package let scheme: String
    /// Lower case; an IPv6 address stands in brackets.
    package let host: String
    package let port: Int
    package let user: String?
    package let password: String?
    /// With the leading slash, percent-encoding removed.
    package let path: String
    package let query: String?

    /// - Parameter defaultPorts: The schemes that are allowed, with the port that each means.
    /// - Throws: The reason, as a phrase that follows "URL".
    package init(_ text: String, defaultPorts: [String: Int] = ["https": 443, "http": 80]) throws(Fault) {
        guard text.utf8.count <= FetchLimits.urlBytes else {
            throw Fault("is longer than \(FetchLimits.urlBytes) bytes")
        }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f }) else {
            throw Fault("contains a space or a control character")
        }
        // libcurl would forgive a third slash and take the first part of the path for the host.
        guard let colon = text.firstIndex(of: ":"), !text[colon...].hasPrefix(":///") else {
            throw Fault("names no host")
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
        else { throw Fault("names no host") }
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

    /// Scheme, host and port: what may be logged, and what a limit per destination counts by.
    package var origin: String { "\(scheme)://\(host):\(port)" }

    /// The address, if the URL has one instead of a name.
    package var literalAddress: IPAddress? {
        IPAddress(host.hasPrefix("[") ? String(host.dropFirst().prefix { $0 != "]" }) : host)
    }

    /// True for a full name in ASCII such as `a-b.example.org`: no part empty, none beginning or ending in a hyphen, and
    /// the last one as all top-level domains are, so that no reader takes it for a number. International names are
    /// written `xn--…`.
    package var hasPlainName: Bool {
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

    /// What is wrong with a URL.
    package struct Fault: Error, Hashable, CustomStringConvertible {
        package let reason: String
        package var description: String { "URL \(reason)" }
        init(_ reason: String) { self.reason = reason }
    }

    /// - Parameter decoded: Removes percent-encoding; a control character that was hidden by it is a fault.
    private static func part(
        _ part: CURLUPart, of handle: OpaquePointer, decoded: Bool = false
    ) throws(Fault) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        let result = curl_url_get(handle, part, &value, decoded ? UInt32(CURLU_URLDECODE) : 0)
        defer { curl_free(value) }
        if decoded && result == CURLUE_URLDECODE { throw Fault("hides a control character") }
        guard result == CURLUE_OK, let value else { return nil }
        return String(cString: value)
    }
}
