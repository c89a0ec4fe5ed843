import Access
import HTTPKit
import HTTPTypes
import Hummingbird

/// Describes the client of a session for the list of sessions: "Firefox on Linux", "noonish 1.2", "curl
/// 8.14.1".
///
/// A guess that helps people to recognise their own devices; no decision depends on it.
enum SessionClient {
    static func words(_ headers: HTTPFields) -> String {
        let agent = headers[.userAgent] ?? ""
        if let browser = firstWord(in: agent, of: browsers) {
            let system = firstWord(in: agent, of: systems)
            return system.map { "\(browser) on \($0)" } ?? browser
        }
        return product(headers[.noonishClient] ?? agent)
    }

    /// Returns the product `name/version` as "name version", in printable ASCII and cut to the limit.
    private static func product(_ text: String) -> String {
        let first = text.prefix { $0 != " " }.replacing("/", with: " ")
        let plain = first.unicodeScalars.filter { (0x20...0x7e).contains($0.value) }
        return String(String.UnicodeScalarView(plain.prefix(AccountLimits.clientDescription)))
    }

    private static func firstWord(in agent: String, of signs: [(sign: String, name: String)]) -> String? {
        signs.first { agent.contains($0.sign) }?.name
    }

    // Order matters: each user agent may also contain the tokens of the entries below its own.
    private static let browsers: [(sign: String, name: String)] = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Version/", "Safari"),
    ]

    private static let systems: [(sign: String, name: String)] = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
        ("CrOS", "ChromeOS"), ("Mac OS X", "Mac"), ("Linux", "Linux"),
    ]
}
