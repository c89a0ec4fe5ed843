package import Fetch
internal import Foundation

/// The providers that the operator has set up, and the way to them.
package struct IdentityProviders: Sendable {
    /// In the order in which they are offered.
    package let all: [IdentityProvider]
    private let client: FetchClient?

    /// - Parameter client: Reaches them; without one there are none.
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
