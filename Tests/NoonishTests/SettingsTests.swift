import Accounts
import Bills
import Crypto
import Delivery
import Foundation
import SystemPackage
import Testing
import WebPush

@testable import Noonish

@Suite struct SettingsTests {
    @Test func `the shipped file holds every setting in range`() async throws {
        let settings = try await Settings.load(file: nil, environment: [:])

        #expect(settings.http.port == 8080)
        #expect(settings.data.folder == "./var")
        #expect(settings.database.url == "")
        #expect(settings.updates.quietWindow == nil)
        #expect(settings.sessions.idle == .seconds(30 * 86_400))
    }

    @Test func `every setting stands in the shipped file with a comment above it`() throws {
        let lines = try String(contentsOfFile: ShippedFolder.find("config/noonish.yaml"), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where line.hasPrefix("  ") && !line.contains("#") {
            // Neighbours may share a comment: the lines from the last comment on are settings only.
            let above = lines[..<index].reversed().first { !$0.hasPrefix("  ") || $0.contains("#") }

            #expect(above?.contains("  #") == true, "\(line) has no comment")
        }
    }

    @Test func `the environment wins over the operator's file, and that over the shipped one`() async throws {
        try await withFile("http:\n  port: 9000\n  host: 0.0.0.0\n") { file in
            let environment = ["NOONISH_HTTP_PORT": "9001", "NOONISH_UPDATES_QUIET_WINDOW": "2s"]
            let settings = try await Settings.load(file: file, environment: environment)

            #expect(settings.http.port == 9001)
            #expect(settings.http.host == "0.0.0.0")
            #expect(settings.updates.quietWindow == .seconds(2))
            #expect(settings.http.drain == .seconds(10))
        }
    }

    @Test func `the operator's contact is a mail address or a page`() async throws {
        for contact in ["lunch@example.org", "https://example.org/contact", ""] {
            let settings = try await Settings.load(
                file: nil, environment: ["NOONISH_OPERATOR_CONTACT": contact])
            #expect(settings.serviceOperator.contact == contact)
        }
        for contact in ["call me", "javascript:alert(1)", "https://"] {
            await #expect(throws: SettingsFault.self) {
                try await Settings.load(file: nil, environment: ["NOONISH_OPERATOR_CONTACT": contact])
            }
        }
    }

    @Test func `every fault is named at once, with its place and what is allowed`() async throws {
        try await withFile("http:\n  prt: 1\nlog:\n  level: loud\n") { file in
            let fault = await #expect(throws: SettingsFault.self) {
                try await Settings.load(
                    file: file,
                    environment: ["NOONISH_HTTP_PORT": "70000", "NOONISH_SIGN_IN_CODE_LIFE": "10"])
            }

            let faults = try #require(fault).faults
            #expect(faults.count == 4)
            #expect(
                faults.contains(
                    "http.port (NOONISH_HTTP_PORT) must be a whole number from 0 to 65535, not “70000”"))
            #expect(
                faults.contains(
                    "signIn.codeLife (NOONISH_SIGN_IN_CODE_LIFE) must be a duration from 1m to 1h, "
                        + "written like 2s or 30m, not “10”"))
            #expect(faults.contains { $0.hasPrefix("log.level in \(file) must be one of trace, debug") })
            #expect(faults.contains("http.prt in \(file) is not a setting; did you mean http.port?"))
        }
    }

    @Test func `links for payments have a fixed host and known currencies`() async throws {
        let environment = [
            "NOONISH_PAYMENTS_LINKS": "mobilepay swish",
            "NOONISH_PAYMENTS_LINK_MOBILEPAY_LABEL": "MobilePay",
            "NOONISH_PAYMENTS_LINK_MOBILEPAY_CURRENCIES": "DKK EUR",
            "NOONISH_PAYMENTS_LINK_MOBILEPAY_URL": "https://pay.example/?to={value}&amount={amount}",
            "NOONISH_PAYMENTS_LINK_SWISH_CURRENCIES": "SEK",
            "NOONISH_PAYMENTS_LINK_SWISH_URL": "https://swish.example/{value}",
        ]
        let links = try await Settings.load(file: nil, environment: environment).payments.links.all
        let wrong = environment.merging([
            "NOONISH_PAYMENTS_LINK_MOBILEPAY_URL": "https://{value}.example/",
            "NOONISH_PAYMENTS_LINK_SWISH_CURRENCIES": "SEK XXQ",
        ]) { $1 }
        let fault = await #expect(throws: SettingsFault.self) {
            try await Settings.load(file: nil, environment: wrong)
        }

        #expect(links.map(\.id) == ["mobilepay", "swish"])
        #expect(
            Diagnostics.payments(links).detail
                == "MobilePay (DKK, EUR) at pay.example; swish (SEK) at swish.example")
        #expect(fault?.faults.count == 2)
    }

    @Test func `the payment provider gets its key by https alone, and doctor says what is missing`()
        async throws
    {
        func checkout(_ settings: [String: String]) async throws -> Settings.Checkout {
            try await Settings.load(file: nil, environment: settings).checkout
        }
        let provider = ["NOONISH_CHECKOUT_PROVIDER": "stripe"]
        let key = provider.merging(["NOONISH_CHECKOUT_KEY": "sk_test_1"]) { $1 }
        let events = key.merging(["NOONISH_CHECKOUT_WEBHOOK_SECRET": "whsec_1"]) { $1 }
        for url in ["http://api.example.org", "http://localhost.example.org", "ftp://localhost"] {
            await #expect(throws: SettingsFault.self) { try await checkout(["NOONISH_CHECKOUT_URL": url]) }
        }
        #expect(
            try await checkout(["NOONISH_CHECKOUT_URL": "http://127.0.0.1:8/"]).url == "http://127.0.0.1:8")

        var severities: [Diagnostic.Severity] = []
        for settings in [[:], provider, key, events] {
            let diagnostic = Diagnostics.checkout(try await checkout(settings))
            severities.append(diagnostic.severity)
            #expect(!diagnostic.detail.contains("sk_test") && !diagnostic.detail.contains("whsec"))
        }
        #expect(severities == [.ok, .fail, .warn, .ok])
        #expect(try CheckoutSetup(try await checkout([:])).provider == nil)
        await #expect(throws: CommandError.self) { try CheckoutSetup(try await checkout(provider)) }
    }

    @Test func `providers are known ones with what is known of them, or any other with its issuer`()
        async throws
    {
        let key = P256.Signing.PrivateKey().pemRepresentation
        let environment = [
            "NOONISH_SIGN_IN_PROVIDERS": "google company apple facebook",
            "NOONISH_PROVIDER_GOOGLE_CLIENT_ID": "g", "NOONISH_PROVIDER_GOOGLE_CLIENT_SECRET": "gs",
            "NOONISH_PROVIDER_COMPANY_CLIENT_ID": "c",
            "NOONISH_PROVIDER_COMPANY_ISSUER": "http://127.0.0.1:9000",
            "NOONISH_PROVIDER_COMPANY_ADDRESSES": "Example.org example.com",
            "NOONISH_PROVIDER_APPLE_CLIENT_ID": "a", "NOONISH_PROVIDER_APPLE_KEY": key,
            "NOONISH_PROVIDER_APPLE_KEY_ID": "K", "NOONISH_PROVIDER_APPLE_TEAM_ID": "T",
            "NOONISH_PROVIDER_FACEBOOK_CLIENT_ID": "f", "NOONISH_PROVIDER_FACEBOOK_CLIENT_SECRET": "fs",
        ]

        let providers = try await Settings.load(file: nil, environment: environment).signIn.providers

        #expect(providers.map(\.id) == ["google", "company", "apple", "facebook"])
        #expect(providers.map(\.label) == ["Google", "company", "Apple", "Facebook"])
        #expect(
            providers.map(\.issuer) == [
                "https://accounts.google.com", "http://127.0.0.1:9000", "https://appleid.apple.com",
                "https://www.facebook.com",
            ])
        #expect(providers[0].addresses == .domains(["gmail.com", "googlemail.com"]))
        #expect(providers[1].addresses == .domains(["example.org", "example.com"]))
        #expect(providers[3].addresses == .domains([]))
        #expect(providers[2].scopes == ["openid", "email", "name"])
    }

    @Test func `what a provider lacks is named, and no secret is repeated`() async throws {
        let fault = await #expect(throws: SettingsFault.self) {
            try await Settings.load(
                file: nil,
                environment: [
                    "NOONISH_SIGN_IN_PROVIDERS": "google company apple facebook",
                    "NOONISH_PROVIDER_COMPANY_CLIENT_ID": "c",
                    "NOONISH_PROVIDER_COMPANY_ISSUER": "http://id.example.org",
                    "NOONISH_PROVIDER_APPLE_CLIENT_ID": "a", "NOONISH_PROVIDER_APPLE_KEY": "not a key",
                    "NOONISH_PROVIDER_APPLE_KEY_ID": "K", "NOONISH_PROVIDER_APPLE_TEAM_ID": "T",
                    "NOONISH_PROVIDER_FACEBOOK_CLIENT_ID": "f",
                ])
        }

        let text = try #require(fault).description
        #expect(try #require(fault).faults.count == 4)
        #expect(text.contains("provider.google.clientID must be set"))
        #expect(text.contains("provider.company.issuer"))
        #expect(text.contains("provider.apple.key"))
        #expect(text.contains("provider.facebook.clientSecret must be set"))
        #expect(!text.contains("not a key"))
    }

    @Test(arguments: ["Google", "a b a", "my-company", " google"])
    func `a provider's name goes into addresses, so it is plain`(names: String) async {
        await #expect(throws: SettingsFault.self) {
            try await Settings.load(file: nil, environment: ["NOONISH_SIGN_IN_PROVIDERS": names])
        }
    }

    @Test func `a key of Apple's needs its id, its team and an app`() async throws {
        let key = SigningKey.random().text
        let fault = await #expect(throws: SettingsFault.self) {
            try await Settings.load(file: nil, environment: ["NOONISH_APPLE_PUSH_KEY": key])
        }
        #expect(fault?.faults.count == 3)
        #expect(fault?.description.contains(key) == false)

        let whole = try await Settings.load(
            file: nil,
            environment: [
                "NOONISH_APPLE_PUSH_KEY": key, "NOONISH_APPLE_PUSH_KEY_ID": "ABC123DEFG",
                "NOONISH_APPLE_PUSH_TEAM_ID": "DEF123GHIJ", "NOONISH_APPLE_PUSH_TOPIC": "org.example.noonish",
            ])
        #expect(whole.applePush?.topic == "org.example.noonish")
        #expect(try await Settings.load(file: nil, environment: [:]).applePush == nil)
    }

    @Test func `push services are those of browsers, and none on this machine, unless an operator says so`()
        async throws
    {
        let shipped = "fcm.googleapis.com *.push.services.mozilla.com *.push.apple.com *.notify.windows.com"

        let settings = try await Settings.load(file: nil, environment: [:])

        #expect(settings.webPush.services == PushServices(shipped))
    }

    @Test(arguments: [
        ("NOONISH_WEB_PUSH_KEY", "secret"), ("NOONISH_WEB_PUSH_CONTACT", "ops@example.org"),
        ("NOONISH_WEB_PUSH_SERVICES", "*"),
    ])
    func `a wrong setting of push is refused`(variable: String, text: String) async throws {
        let fault = await #expect(throws: SettingsFault.self) {
            try await Settings.load(file: nil, environment: [variable: text])
        }
        #expect(fault?.faults.count == 1)
    }

    @Test func `a wrong secret is not repeated`() async throws {
        let fault = await #expect(throws: SettingsFault.self) {
            try await Settings.load(
                file: nil, environment: ["NOONISH_DATABASE_URL": "mysql://ada:hunter2@db/x"])
        }

        #expect(fault?.description.contains("hunter2") == false)
    }

    @Test func `a secret may stand in a file of its own`() async throws {
        try await withFile("smtp://ada:secret@mail.example.org\n") { file in
            let settings = try await Settings.load(file: nil, environment: ["NOONISH_MAIL_URL_FILE": file])

            #expect(settings.mail.url == "smtp://ada:secret@mail.example.org")
        }
    }

    @Test func `a secret's file that is not there is a fault`() async {
        await #expect(throws: SettingsFault.self) {
            try await Settings.load(file: nil, environment: ["NOONISH_MAIL_URL_FILE": "/nowhere"])
        }
    }

    @Test func `DATABASE_URL is read, after our own name for it`() async throws {
        let other = ["DATABASE_URL": "postgresql://other"]
        let both = other.merging(["NOONISH_DATABASE_URL": "postgresql://own"]) { $1 }

        let loaded = try await [
            Settings.load(file: nil, environment: other), .load(file: nil, environment: both),
        ]

        #expect(loaded.map(\.database.url) == ["postgresql://other", "postgresql://own"])
    }

    @Test func `a file that is no YAML is refused by name`() async throws {
        try await withFile("http: [") { file in
            let refusal = await #expect(throws: CommandError.self) {
                try await Settings.load(file: file, environment: [:])
            }

            #expect(refusal?.description.hasPrefix(file) == true)
            #expect(refusal?.status == .settings)
        }
    }

    @Test(arguments: [
        ("250ms", Duration.milliseconds(250)), ("2s", .seconds(2)), ("30m", .seconds(1_800)),
        ("12h", .seconds(43_200)), ("7d", .seconds(604_800)), ("0s", .zero),
    ])
    func `a duration is a number and a unit`(text: String, duration: Duration) {
        #expect(DurationText.parse(text) == duration)
        #expect(DurationText.parse(DurationText.write(duration)) == duration)
    }

    @Test(arguments: ["", "2", "s", "-1s", "1.5s", "2 s", "2S", "9999999999999s", "999999999999d", "٢s"])
    func `anything else is none`(text: String) {
        #expect(DurationText.parse(text) == nil)
    }

    @Test(arguments: [
        ("0", 65_536, "ok", "65024 at a time, 1000 of one address"),
        ("0", 1_024, "warn", "512 at a time, 256 of one address"),
        ("20000", 65_536, "ok", "20000 at a time"), ("20000", 20_000, "warn", "LimitNOFILE=) to 20512"),
        ("100", 1_024, "ok", "100 at a time, 50 of one address"),
    ])
    func `the doctor compares the wanted connections with the open files`(
        wanted: String, files: Int, severity: String, detail: String
    ) async throws {
        let settings = try await Settings.load(file: nil, environment: ["NOONISH_HTTP_CONNECTIONS": wanted])

        let diagnostic = Diagnostics.connections(settings.http, files: files)

        #expect(diagnostic.severity.rawValue == severity)
        #expect(diagnostic.detail.contains(detail))
    }

    @Test(arguments: [
        ("host=a dbname=x", nil), ("", nil), ("host=a,b target_session_attrs=read-write", "ok"),
        ("postgresql://a,b/x?target_session_attrs=primary", "ok"), ("host=a,b", "warn"),
        ("host=a,b target_session_attrs=any", "warn"),
        ("host=a,b target_session_attrs=prefer-standby", "fail"),
    ])
    func `the doctor warns of several servers of which none is preferred`(address: String, severity: String?)
    {
        #expect(Diagnostics.servers(address).first?.severity.rawValue == severity)
    }

    @Test func `the area of searches is a point with a name`() {
        let area = SearchArea("60.1699,24.9384 Helsinki, Kallio")
        #expect(area?.point == "60.1699,24.9384" && area?.name == "Helsinki, Kallio")
        #expect(SearchArea("-33.9,151 Sydney")?.point == "-33.9,151")
        for text in ["Helsinki", "60.1,24.9", "60.1, 24.9 Helsinki", "91,0 North", "0,181 East", "1e1,2 X"] {
            #expect(SearchArea(text) == nil, "\(text)")
        }
    }

    @Test func `a key's variable is its words in capitals`() {
        #expect(SettingsReader.variable(for: "updates.quietWindow") == "NOONISH_UPDATES_QUIET_WINDOW")
        #expect(SettingsReader.variable(for: "http.publicURL") == "NOONISH_HTTP_PUBLIC_URL")
        #expect(SettingsReader.variable(for: "mail.caFile") == "NOONISH_MAIL_CA_FILE")
    }
}

/// A file with `text` for as long as `body` runs.
private func withFile(_ text: String, _ body: (String) async throws -> Void) async throws {
    let path = "/tmp/noonish-settings-\(UUID().uuidString).yaml"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { unlink(path) }
    try await body(path)
}
