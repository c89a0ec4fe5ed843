import Accounts
import Fetch
import Logging
import ServiceLifecycle

/// The identity providers that the operator has set up, and the client that speaks to them.
struct ProviderWay: Sendable {
    let providers: IdentityProviders
    /// What they need running.
    let services: [any Service]

    /// - Throws: `FetchError` if the HTTP client cannot start.
    init(_ settings: Settings) throws {
        guard !settings.signIn.providers.isEmpty else {
            providers = .none
            services = []
            return
        }
        let client = try FetchClient(
            FetchConfiguration(userAgent: "Noonish/\(Version.text)"), logger: Logger(label: "providers"))
        providers = IdentityProviders(settings.signIn.providers, client: client)
        services = [client]
    }
}
