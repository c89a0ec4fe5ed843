import Access
import Foundation
import HTTPKit
import Localization
import Logging
import NoonishAPI
import Postgres

/// Signing in by a provider, and linking provider identities to accounts.
struct ProviderSignIn: Sendable {
    let account: AccountContext
    /// In the order in which they are offered to people.
    let exchanges: [ProviderExchange]
    let logger: Logger

    func exchange(_ id: String) throws -> ProviderExchange {
        guard let exchange = exchanges.first(where: { $0.provider.id == id }) else { throw Problem.notFound }
        return exchange
    }

    func callback(_ provider: IdentityProvider) -> String {
        account.site.url("/v1/auth/oidc/\(provider.id)/callback")
    }

    /// Records a visit to a provider.
    ///
    /// - Parameter browser: The hash of the cookie that the browser has to send back.
    /// - Returns: The provider's page to redirect to.
    func begin(_ visit: NewVisit, by exchange: ProviderExchange, browser: TokenHash) async throws -> String {
        let secrets = ProviderExchange.VisitSecrets(state: RandomToken.make(), key: account.site.key)
        let address: String
        do {
            address = try await exchange.address(
                secrets, returningTo: callback(exchange.provider),
                forcesReauthentication: visit.purpose == .reauthenticate)
        } catch {
            throw reportFault(error, of: exchange.provider)
        }
        try await store(visit, state: secrets.state, browser: browser)
        return address
    }

    /// Records a visit of a native app and returns the nonce with which the app requests an ID token.
    func beginNative(_ visit: NewVisit) async throws -> String {
        let state = RandomToken.make()
        try await store(visit, state: state, browser: nil)
        return state
    }

    private func store(_ visit: NewVisit, state: String, browser: TokenHash?) async throws {
        let destination = try VisitDestination.seal(visit.destination, account.site.key, for: state)
        try await account.database.execute(
            .beginVisit(
                visit, to: destination, state: TokenHash(state), browser: browser, now: account.clock.now()))
    }

    /// Ends a visit and returns its purpose. A visit can be ended once.
    func end(_ state: String, browser: TokenHash?, by exchange: ProviderExchange) async throws -> VisitRow {
        let visit = try await account.database.first(
            .endVisit(
                TokenHash(state), browser: browser, provider: exchange.provider.id, now: account.clock.now()))
        guard var visit else { throw IdentityProblems.noPendingVisit }
        visit.destination = VisitDestination.open(visit.destination, account.site.key, for: state)
        return visit
    }

    /// Returns the identity of the person who came back from a provider.
    func identity(_ answer: ProviderCallback, by exchange: ProviderExchange) async throws -> ProvenIdentity {
        do {
            return try await exchange.identity(
                answer, .init(state: answer.state, key: account.site.key),
                callback: callback(exchange.provider))
        } catch {
            throw reportFault(error, of: exchange.provider)
        }
    }

    func identity(idToken: String, nonce: String, by exchange: ProviderExchange) async throws
        -> ProvenIdentity
    {
        do {
            return try await exchange.identity(idToken: idToken, nonce: nonce)
        } catch {
            throw reportFault(error, of: exchange.provider)
        }
    }

    private func reportFault(_ fault: IdentityFault, of provider: IdentityProvider) -> Problem {
        logger.notice(
            "rejected a provider's answer",
            metadata: ["provider": "\(provider.id)", "because": "\(fault.words)"])
        return IdentityProblems.of(fault)
    }
}
