package import Fetch
import Foundation

/// The providers that the operator has configured, and the HTTP client to reach them.
package struct IdentityProviders: Sendable {
    /// In the order in which they are offered to people.
    package let all: [IdentityProvider]
    private let client: FetchClient?

    /// Creates the list.
    ///
    /// - Parameter client: Sends the requests to the providers.
    package init(_ all: [IdentityProvider], client: FetchClient) {
        self.all = all
        self.client = client
    }

    private init() {
        all = []
        client = nil
    }

    package static let none = IdentityProviders()

    func exchanges(_ clock: AccountClock) -> [ProviderExchange] {
        guard let client else { return [] }
        return all.map { ProviderExchange($0, client: client, now: { clock.now() ?? Date() }) }
    }
}
