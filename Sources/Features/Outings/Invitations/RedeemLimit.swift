package import Access
import HTTPKit
package import Postgres

/// Throttles networks that guess tokens. Only invalid tokens count, so holders of valid links are not
/// affected.
package enum RedeemLimit {
    private static let networkLimit = DurableLimit(
        "redeem", most: OutingLimits.failedRedemptionsPerNetwork, window: .seconds(3_600))

    /// Runs `open` and counts it if it throws a ``Denial``.
    ///
    /// - Throws: 429 for a network with too many invalid tokens, whatever it requests.
    package static func enforce<Value>(
        _ call: Call, in database: PostgresClient, _ open: () async throws -> Value
    ) async throws -> Value {
        // All clients behind a proxy on this machine would share one limit.
        guard !PeerAddress.isLoopback(call.context.peer) else { return try await open() }
        let network = PeerAddress.limitKey(call.context.peer)
        return try await enforce(network, in: database, open)
    }

    static func enforce<Value>(
        _ network: String, in database: PostgresClient, _ open: () async throws -> Value
    ) async throws -> Value {
        guard try await networkLimit.left(to: network, in: database) > 0 else {
            throw try await networkLimit.problem(of: network, in: database)
        }
        do {
            return try await open()
        } catch let denial as Denial {
            _ = try await database.transaction { try await networkLimit.take(by: network, in: $0) }
            throw denial
        }
    }
}
