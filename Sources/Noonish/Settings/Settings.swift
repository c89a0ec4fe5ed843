import Access
import Accounts
import Delivery
import HTTPKit
import Logging
import WebPush

/// All settings, read once at start.
///
/// `config/noonish.yaml` documents each setting with its default and reason. It is also the source of the
/// defaults, so that none is written twice.
struct Settings: Sendable {
    let http: HTTP
    let metrics: Metrics
    let data: Data
    let web: Folder
    let sql: Folder
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
    let map: Map
    let secret: Secret
    let log: Log
    let sample: Sample

    struct HTTP: Sendable {
        let host: String
        let port: Int
        /// Without a trailing slash; if empty, derived from the port once it is known.
        let publicURL: String
        let trustedProxies: TrustedProxies
        /// 0 for as many as the limit on open files allows.
        let connections: Int
        let connectionsPerAddress: Int
        /// Empty for plain HTTP.
        let certificateFile: String
        let keyFile: String
        let certificateCheck: Duration
        let drain: Duration
    }

    struct Metrics: Sendable {
        let isPublic: Bool
    }

    struct Data: Sendable {
        let folder: String
    }

    struct Folder: Sendable {
        let folder: String
    }

    struct Database: Sendable {
        /// Empty for the embedded PostgreSQL.
        let url: String
        let readConnections: Int
        let writeConnections: Int
        let transactionConnections: Int
        let statementTimeout: Duration
        let connectTimeout: Duration
    }

    struct Mail: Sendable {
        /// If empty, mail is stored in the outbox.
        let url: String
        let from: String
        let caFile: String
        let dkim: DKIM

        struct DKIM: Sendable {
            /// Empty for no RSA key.
            let keyFile: String
            let selector: String
            let ed25519KeyFile: String
            let ed25519Selector: String
        }
    }

    struct Inbound: Sendable {
        /// Empty if no mail is received.
        let domain: String
        /// Empty for no HTTP hook.
        let secret: String
        let smtp: SMTP

        struct SMTP: Sendable {
            let host: String
            /// 0 for no listener.
            let port: Int
            let certificateFile: String
            let keyFile: String
        }
    }

    struct SignIn: Sendable {
        let codeLife: Duration
        let codeAttempts: Int
        let mailsPerHour: Int
        /// In the order in which they are offered.
        let providers: [IdentityProvider]
    }

    struct Sessions: Sendable {
        let idle: Duration
        let life: Duration
    }

    package struct Updates: Sendable {
        /// `nil` for each channel's own default.
        let quietWindow: Duration?
        let maxWait: Duration?
    }

    struct WebPush: Sendable {
        /// `nil` for a file in the data folder.
        let key: SigningKey?
        /// If empty, the sender address of mail.
        let contact: String
        let services: PushServices
    }

    /// The credentials that Apple issues to an app's team.
    struct ApplePush: Sendable {
        let key: SigningKey
        let keyID: String
        let teamID: String
        let topic: String
    }

    struct Restaurants: Sendable {
        let poll: Duration
        /// If empty, a file in the data folder; `none` for no file.
        let indexFile: String
    }

    struct Yelp: Sendable {
        /// Empty to disable Yelp.
        let key: String
        /// Without a trailing slash.
        let url: String
        let dailyLimit: Int
        let timeout: Duration
    }

    struct Limits: Sendable {
        let searchBurst: Int
        let searchPerSecond: Int
        let requestBurst: Int
        let requestsPerSecond: Int
        let mailsPerHostADay: Int
        let messagesPerPersonAMinute: Int
    }

    struct Clients: Sendable {
        /// The oldest supported version of each client.
        let floors: [ClientVersion]
        /// Empty for the about page.
        let updateURL: String
    }

    struct Map: Sendable {
        /// Empty for a map without tiles.
        let tileURL: String
        let attribution: String
        let leafletFolder: String
    }

    struct Secret: Sendable {
        /// In base64; if empty, a file in the data folder.
        let key: String
    }

    struct Log: Sendable {
        let level: Logger.Level
        let format: Format

        enum Format: String, CaseIterable, Sendable {
            case text
            case json
        }
    }

    struct Sample: Sendable {
        let load: Bool
    }
}
