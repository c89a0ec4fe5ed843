internal import Access
internal import HTTPKit
internal import Postgres

/// Holds off a network that tries out tokens. It counts only what opened nothing, so nobody who has a link notices.
enum RedeemLimit {
    private static let aNetwork = DurableLimit(
        "redeem", most: OutingLimits.failedRedeemsANetwork, window: .seconds(3_600))

    /// Does `open`; that it found nothing is counted.
    ///
    /// - Throws: 429 to a network that has found nothing too often, whatever it asks for then.
    static func guarding<Value>(
        _ call: Call, in database: PostgresClient, _ open: () async throws -> Value
    ) async throws -> Value {
        // A whole house behind a proxy on this machine would be one caller.
        guard !PeerAddress.isLoopback(call.context.peer) else { return try await open() }
        let network = PeerAddress.limitKey(call.context.peer)
        return try await guarding(network, in: database, open)
    }

    static func guarding<Value>(
        _ network: String, in database: PostgresClient, _ open: () async throws -> Value
    ) async throws -> Value {
        guard try await !aNetwork.isSpent(by: network, in: database) else {
            throw Problem.tooManyRequests(retryAfterSeconds: 3_600)
        }
        do {
            return try await open()
        } catch let denial as Denial {
            _ = try await database.transaction { try await aNetwork.take(by: network, in: $0) }
            throw denial
        }
    }
}
