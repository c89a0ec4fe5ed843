internal import Access
internal import HTTPKit
internal import HTTPTypes
internal import Hummingbird

/// What a session is called in the list of sessions: "Firefox on Linux", "noonish 1.2", "curl 8.14.1".
///
/// A guess for people to recognise their own devices by; nothing is decided by it.
enum SessionClient {
    static func words(_ headers: HTTPFields) -> String {
        let agent = headers[.userAgent] ?? ""
        if let browser = firstWord(in: agent, of: browsers) {
            let system = firstWord(in: agent, of: systems)
            return system.map { "\(browser) on \($0)" } ?? browser
        }
        return product(headers[.noonishClient] ?? agent)
    }

    /// `name/version` as words, cut and without anything that is not a plain character.
    private static func product(_ text: String) -> String {
        let first = text.prefix { $0 != " " }.replacing("/", with: " ")
        let plain = first.unicodeScalars.filter { (0x20...0x7e).contains($0.value) }
        return String(String.UnicodeScalarView(plain.prefix(AccountLimits.clientWords)))
    }

    private static func firstWord(in agent: String, of signs: [(sign: String, name: String)]) -> String? {
        signs.first { agent.contains($0.sign) }?.name
    }

    // In this order: each of them also says what stands below it.
    private static let browsers: [(sign: String, name: String)] = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Version/", "Safari"),
    ]

    private static let systems: [(sign: String, name: String)] = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
        ("CrOS", "ChromeOS"), ("Mac OS X", "Mac"), ("Linux", "Linux"),
    ]
}
