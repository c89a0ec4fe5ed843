import Fetch

/// The push services that browsers may name. Where a browser wants to be reached is, to us, an address that a stranger
/// gave, so only known ones are spoken to.
package struct PushServices: Hashable, Sendable {
    private enum Pattern: Hashable {
        /// `push.example.net`, or every name below it: `*.example.net`. Over https, on public addresses only.
        case host(String, isSuffix: Bool)
        /// `http://127.0.0.1:8081`: that origin as it stands, on whatever address, since the operator names it.
        case origin(String, isPlain: Bool)
    }

    private let patterns: [Pattern]

    /// Nobody: no browser can subscribe.
    package static let none = PushServices(patterns: [])

    private init(patterns: [Pattern]) { self.patterns = patterns }

    /// - Parameter text: Patterns with spaces between them.
    /// - Returns: Nil if one of them is none.
    package init?(_ text: String) {
        let words = text.split(separator: " ")
        patterns = words.compactMap { Self.pattern(String($0)) }
        guard patterns.count == words.count else { return nil }
    }

    private static func pattern(_ word: String) -> Pattern? {
        if word.contains("://") {
            guard let url = try? NetworkURL(word), url.path == "/", url.query == nil, url.user == nil else {
                return nil
            }
            return .origin(url.origin, isPlain: url.scheme == "http")
        }
        let isSuffix = word.hasPrefix("*.")
        let host = isSuffix ? String(word.dropFirst(2)) : word
        guard host.contains("."), let url = try? NetworkURL("https://\(host)/"), url.hasASCIIDomainName,
            url.host == host
        else { return nil }
        return .host(host, isSuffix: isSuffix)
    }

    /// How an endpoint may be reached.
    struct Way: Hashable, Sendable {
        let policy: AddressPolicy
        let allowsPlainHTTP: Bool
    }

    /// - Returns: Nil for an endpoint of nobody we know.
    func way(to endpoint: NetworkURL) -> Way? {
        guard endpoint.user == nil else { return nil }
        for pattern in patterns {
            switch pattern {
            case .origin(endpoint.origin, let isPlain): return Way(policy: .any, allowsPlainHTTP: isPlain)
            case .host(let host, let isSuffix)
            where endpoint.scheme == "https" && endpoint.port == 443
                && (isSuffix ? endpoint.host.hasSuffix(".\(host)") : endpoint.host == host):
                return Way(policy: .publicOnly, allowsPlainHTTP: false)
            default: continue
            }
        }
        return nil
    }
}
