import Accounts
import Fetch
import Logging
import ServiceLifecycle

/// The configured identity providers and their HTTP client.
struct IdentityProviderClients: Sendable {
    let providers: IdentityProviders
    /// The services that the providers need.
    let services: [any Service]

    /// Creates the configured providers.
    ///
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
