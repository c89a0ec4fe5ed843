import Checkout
import Fetch
import Logging
import ServiceLifecycle

/// The configured provider of payments and its HTTP client.
struct CheckoutSetup: Sendable {
    /// `nil` if nothing can be paid online.
    let provider: StripeAPI?
    let services: [any Service]

    /// Creates the configured provider.
    ///
    /// - Throws: ``CommandError`` for incomplete settings, `FetchError` if the HTTP client cannot start.
    init(_ settings: Settings.Checkout) throws {
        guard !settings.provider.isEmpty else {
            provider = nil
            services = []
            return
        }
        guard !settings.key.isEmpty else {
            throw CommandError(.settings, "checkout.provider needs checkout.key")
        }
        let client = try FetchClient(
            FetchConfiguration(userAgent: "Noonish/\(Version.text)"), logger: Logger(label: "checkout"))
        provider = StripeAPI(client: client, url: settings.url, key: settings.key)
        services = [client]
    }
}
