import Fetch
import Logging
import Postgres
import Restaurants
import ServiceLifecycle

/// Live origins of restaurants for which the operator has a key.
struct LiveSources: Sendable {
    let origins: [any LiveOrigin]
    /// The services that the origins need.
    let services: [any Service]

    /// Creates the configured origins.
    ///
    /// - Throws: `FetchError` if the HTTP client cannot start.
    init(_ settings: Settings, database: PostgresClient) throws {
        guard !settings.yelp.key.isEmpty else {
            origins = []
            services = []
            return
        }
        let logger = Logger(label: "yelp")
        let client = try FetchClient(
            FetchConfiguration(userAgent: "Noonish/\(Version.text)"), logger: logger)
        origins = [
            YelpOrigin(
                YelpOrigin.Settings(settings.yelp), client: client, countedIn: database, logger: logger)
        ]
        services = [client]
    }
}

extension YelpOrigin.Settings {
    fileprivate init(_ settings: Settings.Yelp) {
        self.init(
            key: settings.key, url: settings.url, dailyLimit: settings.dailyLimit, timeout: settings.timeout)
    }
}
