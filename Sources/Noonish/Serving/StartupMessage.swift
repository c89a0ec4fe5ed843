import Access
import Foundation
import HTTPKit

/// The lines printed once the service is ready.
struct StartupMessage: Sendable {
    let lines: [String]

    init(_ server: Server) {
        if server.role == .worker {
            self.init(lines: ["ready http://\(server.settings.http.host):\(server.port)"])
        } else {
            self.init(server.settings, site: server.site)
        }
    }

    private init(lines: [String]) { self.lines = lines }

    init(_ settings: Settings, site: Site) {
        let isLocal = PublicHosts(URLComponents(string: site.publicURL)?.host ?? "").isLoopbackOnly
        lines =
            Self.warnings(settings, site, isLocal: isLocal)
            + [Self.signIn(settings, site.publicURL, isLocal: isLocal), "ready \(site.publicURL)"]
    }

    private static func signIn(_ settings: Settings, _ url: String, isLocal: Bool) -> String {
        guard settings.mail.url.isEmpty else { return "sign in: \(url)/sign-in" }
        return isLocal
            ? "sign in: \(url)/sign-in with any mail address; the code is at \(url)/dev/outbox"
            : "sign in: mail is not configured (mail.url); run: noonish user link ADDRESS"
    }

    /// Warnings about features that will not work with these settings, with what to do.
    private static func warnings(_ settings: Settings, _ site: Site, isLocal: Bool) -> [String] {
        if isLocal {
            guard !PublicHosts(settings.http.host).isLoopbackOnly else { return [] }
            return [
                """
                warning: this listens on \(settings.http.host), but its links lead to \(site.publicURL), and \
                requests for other hosts are refused (421); set http.publicURL to the address that people use
                """
            ]
        }
        guard !site.isSecure else { return [] }
        return [
            """
            warning: \(site.publicURL) is not encrypted. Anyone on the network can read the traffic and take over sessions, \
            and browsers offer no passkeys, notifications, location or offline use there. Guests' links work. For https, \
            set http.certificateFile, use a proxy, or run script/server --lan
            """
        ]
    }

    /// Prints the lines on standard output, unbuffered even into a pipe.
    func print() {
        let text = lines.map { $0 + "\n" }.joined()
        FileHandle.standardOutput.write(Data(text.utf8))
    }
}
