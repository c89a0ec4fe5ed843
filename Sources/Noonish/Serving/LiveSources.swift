import Fetch
import Logging
import Restaurants
import ServiceLifecycle

/// Sources of restaurants outside of the directory, those that the operator has a key for.
struct LiveSources: Sendable {
    let origins: [any LiveOrigin]
    /// What they need running.
    let services: [any Service]

    /// - Throws: `FetchError` if the HTTP client cannot start.
    init(_ settings: Settings) throws {
        guard !settings.yelp.key.isEmpty else {
            origins = []
            services = []
            return
        }
        let logger = Logger(label: "yelp")
        let client = try FetchClient(
            FetchConfiguration(userAgent: "Noonish/\(Version.text)"), logger: logger)
        origins = [YelpOrigin(YelpOrigin.Settings(settings.yelp), client: client, logger: logger)]
        services = [client]
    }
}

extension YelpOrigin.Settings {
    fileprivate init(_ settings: Settings.Yelp) {
        self.init(
            key: settings.key, url: settings.url, dailyLimit: settings.dailyLimit, timeout: settings.timeout)
    }
}
