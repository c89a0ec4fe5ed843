import CalendarFeeds
import Delivery
import Foundation
import HTTPKit
import Logging
import Mail

extension Settings {
    /// Reads all settings.
    ///
    /// - Throws: ``SettingsFault`` with **every** invalid, missing or unknown key.
    init(_ reader: SettingsReader) throws {
        var reader = reader
        http = HTTP(&reader)
        metrics = Metrics(isPublic: reader.read("metrics.public", .boolean))
        data = Data(folder: reader.read("data.folder", .nonEmpty))
        web = Folder(folder: reader.read("web.folder", .path))
        sql = Folder(folder: reader.read("sql.folder", .path))
        database = Database(&reader)
        mail = Mail(&reader)
        inbound = Inbound(&reader)
        signIn = SignIn(
            codeLife: reader.read("signIn.codeLife", .duration(.seconds(60) ... .seconds(3_600))),
            codeAttempts: reader.read("signIn.codeAttempts", .integer(1...20)),
            mailsPerHour: reader.read("signIn.mailsPerHour", .integer(1...100)),
            providers: reader.providers())
        sessions = Sessions(
            idle: reader.read("sessions.idle", .duration(.seconds(3_600) ... .days(400))),
            life: reader.read("sessions.life", .duration(.seconds(3_600) ... .days(400))))
        updates = Updates(
            quietWindow: reader.read("updates.quietWindow", .durationOrEmpty(.zero ... .seconds(3_600))),
            maxWait: reader.read("updates.maxWait", .durationOrEmpty(.zero ... .seconds(21_600))))
        webPush = WebPush(
            key: reader.read("webPush.key", .signingKey, secret: true),
            contact: reader.read("webPush.contact", .contact),
            services: reader.read("webPush.services", .pushServices))
        applePush = ApplePush(&reader)
        restaurants = Restaurants(
            poll: reader.read("restaurants.poll", .duration(.milliseconds(100) ... .seconds(600))),
            indexFile: reader.read("restaurants.indexFile", .path))
        yelp = Yelp(&reader)
        limits = Limits(&reader)
        clients = Clients(
            floors: reader.read("clients.floors", .clientVersions),
            updateURL: reader.read("clients.updateURL", .address("https", "http")))
        map = Map(
            tileURL: reader.read("map.tileURL", .tilePattern),
            attribution: reader.read("map.attribution", .nonEmpty),
            leafletFolder: reader.read("map.leafletFolder", .nonEmpty))
        secret = Secret(key: reader.read("secret.key", .base64, secret: true))
        log = Log(
            level: reader.read("log.level", .oneOf(.info)),
            format: reader.read("log.format", .oneOf(.text)))
        sample = Sample(load: reader.read("sample.load", .boolean))

        reader.rejectUnknownKeys()
        guard reader.faults.isEmpty else { throw SettingsFault(faults: reader.faults) }
    }
}

/// All errors of the settings, one per line.
struct SettingsFault: Error, CustomStringConvertible {
    let faults: [String]

    var description: String {
        faults.count == 1
            ? "wrong setting: \(faults[0])"
            : "\(faults.count) wrong settings:\n" + faults.map { "  \($0)" }.joined(separator: "\n")
    }
}

extension Settings.HTTP {
    fileprivate init(_ reader: inout SettingsReader) {
        host = reader.read("http.host", .host)
        port = reader.read("http.port", .integer(0...65_535))
        let url = reader.read("http.publicURL", .address("http", "https"))
        publicURL = url.hasSuffix("/") ? String(url.dropLast()) : url
        trustedProxies = TrustedProxies(reader.read("http.trustedProxies", .proxies)) ?? .none
        connections = reader.read("http.connections", .integer(0...1_000_000))
        connectionsPerAddress = reader.read("http.connectionsPerAddress", .integer(1...1_000_000))
        certificateFile = reader.read("http.certificateFile", .path)
        keyFile = reader.read("http.keyFile", .path)
        certificateCheck = reader.read("http.certificateCheck", .duration(.seconds(1) ... .days(1)))
        drain = reader.read("http.drain", .duration(.zero ... .seconds(300)))
    }
}

extension Settings.Database {
    fileprivate init(_ reader: inout SettingsReader) {
        url = reader.read("database.url", .conninfo, secret: true, alias: "DATABASE_URL")
        readConnections = reader.read("database.readConnections", .integer(1...64))
        writeConnections = reader.read("database.writeConnections", .integer(1...64))
        transactionConnections = reader.read("database.transactionConnections", .integer(1...64))
        statementTimeout = reader.read(
            "database.statementTimeout", .duration(.milliseconds(100) ... .seconds(600)))
        connectTimeout = reader.read(
            "database.connectTimeout", .duration(.milliseconds(100) ... .seconds(300)))
    }
}

extension Settings.Yelp {
    fileprivate init(_ reader: inout SettingsReader) {
        key = reader.read("yelp.key", .headerText, secret: true)
        let url = reader.read("yelp.url", .address("https", "http"))
        self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
        dailyLimit = reader.read("yelp.dailyLimit", .integer(1...1_000_000))
        timeout = reader.read("yelp.timeout", .duration(.milliseconds(100) ... .seconds(10)))
    }
}

extension Settings.Mail {
    fileprivate init(_ reader: inout SettingsReader) {
        url = reader.read("mail.url", .address("smtp", "smtps"), secret: true)
        from = reader.read("mail.from", .mailAddress)
        caFile = reader.read("mail.caFile", .path)
        dkim = DKIM(
            keyFile: reader.read("mail.dkim.keyFile", .path),
            selector: reader.read("mail.dkim.selector", .nonEmpty),
            ed25519KeyFile: reader.read("mail.dkim.ed25519.keyFile", .path),
            ed25519Selector: reader.read("mail.dkim.ed25519.selector", .nonEmpty))
    }
}

extension Settings.Inbound {
    fileprivate init(_ reader: inout SettingsReader) {
        domain = reader.read("inbound.domain", .mailDomain)
        secret = reader.read("inbound.secret", .hookSecret, secret: true)
        smtp = SMTP(
            host: reader.read("inbound.smtp.host", .host),
            port: reader.read("inbound.smtp.port", .integer(0...65_535)),
            certificateFile: reader.read("inbound.smtp.certificateFile", .path),
            keyFile: reader.read("inbound.smtp.keyFile", .path))
    }
}

extension Settings.Limits {
    fileprivate init(_ reader: inout SettingsReader) {
        searchBurst = reader.read("limits.searchBurst", .integer(1...100_000))
        searchPerSecond = reader.read("limits.searchPerSecond", .integer(1...10_000))
        requestBurst = reader.read("limits.requestBurst", .integer(1...100_000))
        requestsPerSecond = reader.read("limits.requestsPerSecond", .integer(1...10_000))
        messagesPerPersonAMinute = reader.read("limits.messagesPerPersonAMinute", .integer(1...1_000))
        mailsPerHostADay = reader.read("limits.mailsPerHostADay", .integer(1...10_000))
    }
}

extension SettingKind where Value == String {
    fileprivate static var host: Self {
        .text("an address or a host name") { !$0.isEmpty && !$0.contains("/") }
    }

    fileprivate static var mailAddress: Self {
        .text("a mail address, name@host") { text in
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty && !text.contains(" ")
        }
    }

    fileprivate static var mailDomain: Self {
        .text("a domain, such as mail.example.org, or empty") { text in
            text.isEmpty || (try? MailAddress("rsvp@\(text)")) != nil
        }
    }

    fileprivate static var hookSecret: Self {
        .text("24 to 64 bytes in base64, or empty") { $0.isEmpty || InboundSecret($0) != nil }
    }

    fileprivate static var conninfo: Self {
        .text("postgresql://…, or \"host=… dbname=…\", or empty") { text in
            text.isEmpty || ["postgresql://", "postgres://"].contains { text.hasPrefix($0) }
                || (!text.contains("://") && text.contains("="))
        }
    }

    fileprivate static var headerText: Self {
        .text("letters, digits and signs without spaces, or empty") { text in
            text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        }
    }

    fileprivate static var base64: Self {
        .text("32 bytes or more in base64, or empty") { text in
            text.isEmpty || (Data(base64Encoded: text)?.count ?? 0) >= 32
        }
    }

    fileprivate static var tilePattern: Self {
        .text("an https:// or http:// pattern with {z}, {x} and {y}, or empty") { text in
            text.isEmpty
                || ((text.hasPrefix("https://") || text.hasPrefix("http://"))
                    && ["{z}", "{x}", "{y}"].allSatisfy { text.contains($0) })
        }
    }
}

extension Duration {
    fileprivate static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }
}
