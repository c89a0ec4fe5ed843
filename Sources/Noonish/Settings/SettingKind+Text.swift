import CalendarFeeds
import Foundation
import Mail

extension SettingKind where Value == String {
    static var host: Self {
        .text("an address or a host name") { !$0.isEmpty && !$0.contains("/") }
    }

    static var mailAddress: Self {
        .text("a mail address, name@host") { text in
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty && !text.contains(" ")
        }
    }

    static var mailOrPage: Self {
        .text("a mail address, or an https:// or http:// address, or empty") { text in
            text.isEmpty || (try? MailAddress(text)) != nil
                || ["https://", "http://"].contains { text.hasPrefix($0) && text.count > $0.count }
        }
    }

    static var mailDomain: Self {
        .text("a domain, such as mail.example.org, or empty") { text in
            text.isEmpty || (try? MailAddress("rsvp@\(text)")) != nil
        }
    }

    static var hookSecret: Self {
        .text("24 to 64 bytes in base64, or empty") { $0.isEmpty || InboundSecret($0) != nil }
    }

    static var conninfo: Self {
        .text("postgresql://…, or \"host=… dbname=…\", or empty") { text in
            text.isEmpty || ["postgresql://", "postgres://"].contains { text.hasPrefix($0) }
                || (!text.contains("://") && text.contains("="))
        }
    }

    static var paymentProvider: Self {
        .text("stripe, or empty") { ["", "stripe"].contains($0) }
    }

    static var headerText: Self {
        .text("letters, digits and signs without spaces, or empty") { text in
            text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        }
    }

    static var base64: Self {
        .text("32 bytes or more in base64, or empty") { text in
            text.isEmpty || (Data(base64Encoded: text)?.count ?? 0) >= 32
        }
    }

    static var tilePattern: Self {
        .text("an https:// or http:// pattern with {z}, {x} and {y}, or empty") { text in
            text.isEmpty
                || ((text.hasPrefix("https://") || text.hasPrefix("http://"))
                    && ["{z}", "{x}", "{y}"].allSatisfy { text.contains($0) })
        }
    }
}

extension Duration {
    static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }
}
