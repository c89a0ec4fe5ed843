import Encoding
import Fetch
import Foundation

/// The mail server to submit messages to, and their sender.
///
/// One URL holds all settings of the server: `smtp://user:password@mail.example.org:587/our.host.name`. The
/// path is the host name sent with EHLO; it defaults to the domain of `from`.
///
/// - `smtps://`: TLS from the first byte; default port 465 (RFC 8314 §3.3).
/// - `smtp://`: STARTTLS; default port 587. If the server does not offer it, no mail is sent.
/// - `smtp://…?tls=none`: plain text. A password is then permitted for a loopback host only.
package struct MailConfiguration: Sendable {
    package let from: MailAddress
    let server: NetworkURL
    let user: String?
    let password: String?
    let security: Security
    /// The path of a PEM file that replaces the system's certificate authorities.
    let certificateAuthorities: String?
    /// The signers of every message; each adds a signature with its own key.
    let signers: [DKIMSigner]

    enum Security {
        case implicit, startTLS, none
    }

    /// Parses and validates the settings.
    ///
    /// - Throws: ``MailFault`` with the reason. It never contains the URL, which holds a password.
    package init(
        url: String, from: String, certificateAuthorities: String? = nil, signers: [DKIMSigner] = []
    ) throws(MailFault) {
        let given: NetworkURL
        do { given = try NetworkURL(url, defaultPorts: Self.ports) } catch { throw MailFault("\(error)") }
        self.from = try MailAddress(parsing: from)
        security = try Self.security(of: given)
        user = given.user
        password = given.password
        self.certificateAuthorities = certificateAuthorities
        self.signers = signers
        server = try Self.server(given, greeting: self.from.domain)
        try checkAuthorities()
        try checkPassword(host: given)
    }

    private static let ports = ["smtp": 587, "smtps": 465]

    private static func security(of url: NetworkURL) throws(MailFault) -> Security {
        switch (url.scheme, url.query) {
        case ("smtps", nil): return .implicit
        case ("smtp", nil): return .startTLS
        case ("smtp", "tls=none"): return .none
        default: throw MailFault("the only option of a mail URL is smtp://…?tls=none")
        }
    }

    /// Returns the URL for libcurl, which takes the EHLO name from its path, and only host and port besides.
    private static func server(_ url: NetworkURL, greeting fallback: String) throws(MailFault) -> NetworkURL {
        let path = url.path.drop { $0 == "/" }
        guard path.isEmpty || MailAddressSyntax.isDomain(path) else {
            throw MailFault(
                "the path of the mail URL is the name to greet the server with, such as our.host.name")
        }
        let greeting = path.isEmpty ? fallback : String(path)
        do {
            return try NetworkURL("\(url.scheme)://\(url.host):\(url.port)/\(greeting)", defaultPorts: ports)
        } catch {
            throw MailFault("\(error)")
        }
    }

    private func checkAuthorities() throws(MailFault) {
        guard let path = certificateAuthorities else { return }
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw MailFault("the file of certificate authorities for mail cannot be read: \(path)")
        }
    }

    private func checkPassword(host: NetworkURL) throws(MailFault) {
        guard security == .none, user != nil || password != nil else { return }
        guard host.host == "localhost" || host.literalAddress?.isLoopback == true else {
            throw MailFault("the mail URL sends a password in plain text: leave out tls=none")
        }
    }
}
