import Access
import Accounts
import Delivery
import HTTPKit
import Initializers
import Logging
import WebPush

/// All settings, read once at start.
///
/// `config/noonish.yaml` documents each setting with its default and reason. It is also the source of the
/// defaults, so that none is written twice.
@SettingsSection
struct Settings: Sendable {
    let http: HTTP
    let serviceOperator: ServiceOperator
    let metrics: Metrics
    let data: Data
    let web: Web
    let sql: SQL
    let database: Database
    let mail: Mail
    let inbound: Inbound
    let signIn: SignIn
    let sessions: Sessions
    let updates: Updates
    let webPush: WebPush
    let applePush: ApplePush?
    let restaurants: Restaurants
    let yelp: Yelp
    let limits: Limits
    let clients: Clients
    let payments: Payments
    let checkout: Checkout
    let map: Map
    let secret: Secret
    let log: Log
    let sample: Sample

    @SettingsSection("http")
    struct HTTP: Sendable {
        @Setting(.host) let host: String
        @Setting(.integer(0...65_535)) let port: Int
        /// Without a trailing slash; if empty, derived from the port once it is known.
        @Setting(.baseAddress("http", "https")) let publicURL: String
        @Setting(.proxies) let trustedProxies: TrustedProxies
        /// 0 for as many as the limit on open files allows.
        @Setting(.integer(0...1_000_000)) let connections: Int
        @Setting(.integer(1...1_000_000)) let connectionsPerAddress: Int
        /// Empty for plain HTTP.
        @Setting(.path) let certificateFile: String
        @Setting(.path) let keyFile: String
        @Setting(.duration(.seconds(1) ... .days(1))) let certificateCheck: Duration
        @Setting(.duration(.zero ... .seconds(300))) let leave: Duration
        @Setting(.duration(.zero ... .seconds(300))) let drain: Duration
    }

    @SettingsSection("operator")
    struct ServiceOperator: Sendable {
        @Setting(.text("a name, or empty")) let name: String
        @Setting(.mailOrPage) let contact: String
    }

    @SettingsSection("metrics")
    struct Metrics: Sendable {
        @Setting("public", .boolean) let isPublic: Bool
    }

    @SettingsSection("data")
    struct Data: Sendable {
        @Setting(.nonEmpty) let folder: String
    }

    @SettingsSection("web")
    struct Web: Sendable {
        @Setting(.path) let folder: String
    }

    @SettingsSection("sql")
    struct SQL: Sendable {
        @Setting(.path) let folder: String
    }

    @SettingsSection("database")
    struct Database: Sendable {
        /// Empty for the embedded PostgreSQL.
        @Setting(.conninfo, secret: true, alias: "DATABASE_URL") let url: String
        /// Empty to read everything from `url`.
        @Setting(.conninfo, secret: true) let readURL: String
        @Setting(.integer(1...64)) let readConnections: Int
        @Setting(.integer(1...64)) let writeConnections: Int
        @Setting(.integer(1...64)) let transactionConnections: Int
        @Setting(.duration(.milliseconds(100) ... .seconds(600))) let statementTimeout: Duration
        @Setting(.duration(.milliseconds(100) ... .seconds(300))) let connectTimeout: Duration
    }

    @SettingsSection("mail")
    struct Mail: Sendable {
        /// If empty, mail is stored in the outbox.
        @Setting(.address("smtp", "smtps"), secret: true) let url: String
        @Setting(.mailAddress) let from: String
        @Setting(.path) let caFile: String
        let dkim: DKIM

        @SettingsSection("mail.dkim")
        struct DKIM: Sendable {
            /// Empty for no RSA key.
            @Setting(.path) let keyFile: String
            @Setting(.nonEmpty) let selector: String
            @Setting("ed25519.keyFile", .path) let ed25519KeyFile: String
            @Setting("ed25519.selector", .nonEmpty) let ed25519Selector: String
        }
    }

    @SettingsSection("inbound")
    struct Inbound: Sendable {
        /// Empty if no mail is received.
        @Setting(.mailDomain) let domain: String
        /// Empty for no HTTP hook.
        @Setting(.hookSecret, secret: true) let secret: String
        let smtp: SMTP

        @SettingsSection("inbound.smtp")
        struct SMTP: Sendable {
            @Setting(.host) let host: String
            /// 0 for no listener.
            @Setting(.integer(0...65_535)) let port: Int
            @Setting(.path) let certificateFile: String
            @Setting(.path) let keyFile: String
        }
    }

    @SettingsSection("signIn")
    struct SignIn: Sendable {
        @Setting(.duration(.seconds(60) ... .seconds(3_600))) let codeLife: Duration
        @Setting(.integer(1...20)) let codeAttempts: Int
        @Setting(.integer(1...100)) let mailsPerHour: Int
        let providerSettings: ProviderSettings

        /// In the order in which they are offered.
        var providers: [IdentityProvider] { providerSettings.all }
    }

    @SettingsSection("sessions")
    struct Sessions: Sendable {
        @Setting(.duration(.seconds(3_600) ... .days(400))) let idle: Duration
        @Setting(.duration(.seconds(3_600) ... .days(400))) let life: Duration
    }

    @SettingsSection("updates")
    struct Updates: Sendable {
        /// `nil` for each channel's own default.
        @Setting(.durationOrEmpty(.zero ... .seconds(3_600))) let quietWindow: Duration?
        @Setting(.durationOrEmpty(.zero ... .seconds(21_600))) let maxWait: Duration?
    }

    @SettingsSection("webPush")
    struct WebPush: Sendable {
        /// `nil` for a file in the data folder.
        @Setting(.signingKey, secret: true) let key: SigningKey?
        /// If empty, the sender address of mail.
        @Setting(.contact) let contact: String
        @Setting(.pushServices) let services: PushServices
    }

    /// The credentials that Apple issues to an app's team.
    struct ApplePush: Sendable {
        let key: SigningKey
        let keyID: String
        let teamID: String
        let topic: String
    }

    @SettingsSection("restaurants")
    struct Restaurants: Sendable {
        @Setting(.duration(.milliseconds(100) ... .seconds(600))) let poll: Duration
        /// If empty, a file in the data folder; `none` for no file.
        @Setting(.path) let indexFile: String
        /// `nil` if searches begin without an area.
        @Setting(.area) let area: SearchArea?
    }

    @SettingsSection("yelp")
    struct Yelp: Sendable {
        /// Empty to disable Yelp.
        @Setting(.headerText, secret: true) let key: String
        /// Without a trailing slash.
        @Setting(.baseAddress("https", "http")) let url: String
        @Setting(.integer(1...1_000_000)) let dailyLimit: Int
        @Setting(.duration(.milliseconds(100) ... .seconds(10))) let timeout: Duration
    }

    @SettingsSection("limits")
    struct Limits: Sendable {
        @Setting(.integer(1...100_000)) let searchBurst: Int
        @Setting(.integer(1...10_000)) let searchPerSecond: Int
        @Setting(.integer(1...100_000)) let requestBurst: Int
        @Setting(.integer(1...10_000)) let requestsPerSecond: Int
        @Setting(.integer(1...10_000)) let mailsPerHostADay: Int
        @Setting(.integer(1...100_000)) let createdPerPersonADay: Int
        @Setting(.integer(1...1_000)) let messagesPerPersonAMinute: Int
        @Setting(.integer(0...100_000)) let outingCacheMegabytes: Int
        @Setting(.integer(0...100_000)) let orderCacheMegabytes: Int
    }

    @SettingsSection("clients")
    struct Clients: Sendable {
        /// The oldest supported version of each client.
        @Setting(.clientVersions) let floors: [ClientVersion]
        /// Empty for the about page.
        @Setting(.address("https", "http")) let updateURL: String
    }

    @SettingsSection("payments")
    struct Payments: Sendable {
        let links: LinkSettings
    }

    @SettingsSection("checkout")
    struct Checkout: Sendable {
        /// Empty if nothing can be paid online.
        @Setting(.paymentProvider) let provider: String
        @Setting(.headerText, secret: true) let key: String
        /// Empty for no events.
        @Setting(.headerText, secret: true) let webhookSecret: String
        /// Empty unless the secret is being replaced.
        @Setting(.headerText, secret: true) let formerWebhookSecret: String
        /// Without a trailing slash.
        @Setting(.secureAddress) let url: String
    }

    @SettingsSection("map")
    struct Map: Sendable {
        /// Empty for a map without tiles.
        @Setting(.tilePattern) let tileURL: String
        @Setting(.nonEmpty) let attribution: String
        @Setting(.nonEmpty) let leafletFolder: String
    }

    @SettingsSection("secret")
    struct Secret: Sendable {
        /// In base64; if empty, a file in the data folder.
        @Setting(.base64, secret: true) let key: String
    }

    @MemberwiseInit
    @SettingsSection("log")
    struct Log: Sendable {
        @Setting(.oneOf(Logger.Level.info)) let level: Logger.Level
        @Setting(.oneOf(Format.text)) let format: Format

        enum Format: String, CaseIterable, Sendable {
            case text
            case json
        }
    }

    @SettingsSection("sample")
    struct Sample: Sendable {
        @Setting(.boolean) let load: Bool
    }
}
