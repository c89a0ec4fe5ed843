import Fetch
import Foundation

/// The mail server to hand messages to, and who they come from.
///
/// One URL says it all: `smtp://user:password@mail.example.org:587/our.host.name`. The path is the name that we greet
/// the server with; without one it is the domain of `from`.
///
/// - `smtps://` is TLS from the first byte, port 465 unless given (RFC 8314 §3.3).
/// - `smtp://` is STARTTLS, port 587 unless given; a server that does not offer it gets no mail.
/// - `smtp://…?tls=none` is plain text. With a password only to this very machine.
package struct MailConfiguration: Sendable {
    package let from: MailAddress
    let server: NetworkURL
    let user: String?
    let password: String?
    let security: Security
    /// A PEM file that replaces the system's certificate authorities.
    let certificateAuthorities: String?
    /// Sign every message, each with a key of its own.
    let signers: [DKIMSigner]

    enum Security {
        case implicit, startTLS, none
    }

    /// - Throws: ``MailFault`` with what is wrong, never with what was given: it holds a password.
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

    /// libcurl takes the greeting from the path, and nothing else of the URL but host and port.
    private static func server(_ url: NetworkURL, greeting fallback: String) throws(MailFault) -> NetworkURL {
        let path = url.path.drop { $0 == "/" }
        guard path.isEmpty || MailAddress.isDomain(path) else {
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
