import Access
import Accounts
import Delivery
import HTTPKit
import Logging
import WebPush

/// Everything an operator can set, read once at start and never again.
///
/// What each one means, its default and its reason stand in `config/noonish.yaml`, which is also where a default comes
/// from: nothing is written twice.
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
        /// Without a slash at its end; empty: made from the port once it is known.
        let publicURL: String
        let trustedProxies: TrustedProxies
        /// Empty: plain HTTP.
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
        /// Empty: embedded.
        let url: String
        let readConnections: Int
        let writeConnections: Int
        let transactionConnections: Int
        let statementTimeout: Duration
        let connectTimeout: Duration
    }

    struct Mail: Sendable {
        /// Empty: mail is kept in the outbox.
        let url: String
        let from: String
        let caFile: String
        let dkim: DKIM

        struct DKIM: Sendable {
            /// Empty: no such key.
            let keyFile: String
            let selector: String
            let ed25519KeyFile: String
            let ed25519Selector: String
        }
    }

    struct Inbound: Sendable {
        /// Empty: no mail reaches us.
        let domain: String
        /// Empty: no hook.
        let secret: String
        let smtp: SMTP

        struct SMTP: Sendable {
            let host: String
            /// 0: no listener.
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
        /// nil: each channel's own.
        let quietWindow: Duration?
        let maxWait: Duration?
    }

    struct WebPush: Sendable {
        /// Nil: a file in the data folder.
        let key: SigningKey?
        /// Empty: the sender of mail.
        let contact: String
        let services: PushServices
    }

    /// What Apple gives to the team of an app.
    struct ApplePush: Sendable {
        let key: SigningKey
        let keyID: String
        let teamID: String
        let topic: String
    }

    struct Restaurants: Sendable {
        let poll: Duration
        /// Empty: in the data folder.
        let indexFile: String
    }

    struct Yelp: Sendable {
        /// Empty: off.
        let key: String
        /// Without a slash at its end.
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
        /// The oldest version of each program that is still answered.
        let floors: [ClientVersion]
        /// Empty: the about page.
        let updateURL: String
    }

    struct Map: Sendable {
        /// Empty: no pictures.
        let tileURL: String
        let attribution: String
        let leafletFolder: String
    }

    struct Secret: Sendable {
        /// Base64; empty: a file in the data folder.
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
