import Fetch

/// The push services that browsers may subscribe with. An endpoint is an untrusted URL from a client, so only
/// known services are contacted.
package struct PushServices: Hashable, Sendable {
    private enum Pattern: Hashable {
        /// `push.example.net`, or any name below it: `*.example.net`. Only over https and on public
        /// addresses.
        case host(String, isSuffix: Bool)
        /// `http://127.0.0.1:8081`: exactly that origin, on any address, because the operator configured it.
        case origin(String, isPlain: Bool)
    }

    private let patterns: [Pattern]

    /// No services: browsers cannot subscribe.
    package static let none = PushServices(patterns: [])

    private init(patterns: [Pattern]) { self.patterns = patterns }

    /// Parses a list of patterns.
    ///
    /// - Parameter text: Patterns, separated by spaces.
    /// - Returns: `nil` if one of them is invalid.
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

    /// The rules for connecting to an endpoint.
    struct ConnectionRules: Hashable, Sendable {
        let policy: AddressPolicy
        let allowsPlainHTTP: Bool
    }

    /// Returns how to connect to an endpoint.
    ///
    /// - Returns: `nil` if no configured push service has this endpoint.
    func way(to endpoint: NetworkURL) -> ConnectionRules? {
        guard endpoint.user == nil else { return nil }
        for pattern in patterns {
            switch pattern {
            case .origin(endpoint.origin, let isPlain):
                return ConnectionRules(policy: .any, allowsPlainHTTP: isPlain)
            case .host(let host, let isSuffix)
            where endpoint.scheme == "https" && endpoint.port == 443
                && (isSuffix ? endpoint.host.hasSuffix(".\(host)") : endpoint.host == host):
                return ConnectionRules(policy: .publicOnly, allowsPlainHTTP: false)
            default: continue
            }
        }
        return nil
    }
}
