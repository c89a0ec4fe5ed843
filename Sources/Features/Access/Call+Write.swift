import Crypto
package import Foundation
package import HTTPKit
import HTTPTypes
package import Hummingbird
import NIOCore
package import Postgres

extension Call {
    /// Runs `effect` in one transaction and returns its response.
    ///
    /// With an `Idempotency-Key`, the response is stored in the same transaction, encrypted. A repeated request gets the
    /// stored response and changes nothing. A different request with the same key gets 422, and a request
    /// whose first attempt is still running gets 409. A key without a credential gets 400. If `effect` throws, everything is rolled back and
    /// nothing is stored. Because transactions are retried, `effect` may run more than once.
    ///
    /// - Source: draft-ietf-httpapi-idempotency-key-header.
    package func write(
        _ database: PostgresClient, _ effect: @escaping @Sendable (Transaction) async throws -> Response
    ) async throws -> Response {
        guard let key = try idempotencyKey else {
            return try await database.transaction { transaction in
                requireSession(in: transaction)
                return try await effect(transaction)
            }
        }
        let scope = try scope
        let requestHash = self.requestHash
        let envelope = ResponseEnvelope(site.key, scope: scope, key: key)
        return try await database.transaction { transaction in
            requireSession(in: transaction)
            guard try await transaction.one(.tryIdempotencyLock(scope: scope, key: key)) else {
                var problem = Problem.conflict(
                    "in_flight", "Another request with this Idempotency-Key has not been answered yet.")
                problem.headers[.retryAfter] = "1"
                throw problem
            }
            if let stored = try await transaction.first(.storedResponse(scope: scope, key: key)) {
                guard stored.requestHash == requestHash else {
                    throw Problem.unprocessable(
                        "idempotency_key_reused",
                        "This Idempotency-Key was used for another request; make a new one for each.")
                }
                return try envelope.open(stored)
            }
            var response = try await effect(transaction)
            if response.status.code < 500 {
                let answer = StoredResponse(
                    requestHash: requestHash, status: response.status.code,
                    sealed: try await envelope.seal(&response))
                try await transaction.execute(.storeResponse(answer, scope: scope, key: key))
            }
            return response
        }
    }

    /// Checks the caller's session with the transaction's first statement, if the route leaves that to its handler.
    private func requireSession(in transaction: Transaction) {
        guard let session else { return }
        transaction.require(session.query) { session.pass(isStale: $0) }
    }

    /// The key without its quotes. It is a string of RFC 8941; an unquoted value is accepted too.
    private var idempotencyKey: String? {
        get throws {
            guard request.method == .post || request.method == .put,
                let field = request.headers[.idempotencyKey]
            else { return nil }
            let key = field.trimmingCharacters(in: CharacterSet(charactersIn: "\""))
            guard (1...200).contains(key.count), key.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
                throw Problem.badRequest(
                    "malformed_idempotency_key", "Idempotency-Key takes 1 to 200 visible ASCII characters.")
            }
            return key
        }
    }

    /// The scope of idempotency keys: the credential. A key without one is refused: strangers behind one address who
    /// choose the same key would get each other's responses, with the personal links in them.
    private var scope: [UInt8] {
        get throws(Problem) {
            // A token that identifies no one, such as `null`, may be sent by many.
            guard actor != .anonymous, let credential else { throw .anonymousIdempotencyKey }
            return credential.bytes
        }
    }

    private var requestHash: [UInt8] {
        var hash = SHA256()
        hash.update(data: Data("\(request.method.rawValue) \(request.uri.string)\n".utf8))
        hash.update(data: Data(bodyBytes.readableBytesView))
        return Array(hash.finalize())
    }
}

extension Problem {
    package static let anonymousIdempotencyKey = Problem.badRequest(
        "anonymous_idempotency_key",
        "An Idempotency-Key needs a session or a guest's token. Send the request without it.")
}

extension HTTPField.Name {
    package static let idempotencyKey = constant("Idempotency-Key")
}

/// A row of the table `idempotent_request`.
@Row
struct StoredResponse: PostgresRow {
    let requestHash: [UInt8]
    let status: Int
    /// What ``ResponseEnvelope`` made.
    let sealed: [UInt8]

    /// The period within which a client can repeat a request.
    static let lifetime = Duration.seconds(48 * 3_600)
}

extension StoredResponse {
    init(requestHash: [UInt8], status: Int, sealed: [UInt8]) {
        self.requestHash = requestHash
        self.status = status
        self.sealed = sealed
    }
}

extension Query where Row == Bool {
    /// Tries to lock a key until the transaction ends; false if another request holds it.
    fileprivate static func tryIdempotencyLock(scope: [UInt8], key: String) -> Self {
        Query(
            "access.try_idempotency_lock", on: .write,
            """
            SELECT pg_try_advisory_xact_lock(hashtextextended(encode(\(scope), 'hex') || \(key), 0))
            """)
    }
}

extension Query where Row == StoredResponse {
    /// Reads and locks a stored response. The lock makes the commit of this transaction wait for the synchronous
    /// standby, like that of the first one, whose wait may have been cancelled: so a repeated request acknowledges
    /// nothing that a failover can lose.
    fileprivate static func storedResponse(scope: [UInt8], key: String) -> Self {
        Query(
            "access.read_stored_response",
            """
            SELECT request_hash, status, response
              FROM idempotent_request
             WHERE scope = \(scope) AND key = \(key) AND at > now() - \(StoredResponse.lifetime)
               FOR UPDATE
            """)
    }
}

extension Command {
    /// Deletes the responses past the period for repetition.
    package static func deleteStoredResponses(now: Date?) -> Command {
        Command(
            "access.remove_stored_responses",
            "DELETE FROM idempotent_request WHERE at < coalesce(\(now), now()) - \(StoredResponse.lifetime)")
    }

    fileprivate static func storeResponse(_ answer: StoredResponse, scope: [UInt8], key: String) -> Self {
        Command(
            "access.store_response",
            """
            INSERT INTO idempotent_request AS stored (scope, key, request_hash, status, response)
            VALUES (\(scope), \(key), \(answer.requestHash), \(answer.status), \(answer.sealed))
                ON CONFLICT (scope, key) DO UPDATE
               SET request_hash = excluded.request_hash, status = excluded.status, response = excluded.response,
                   at = now()
            """)
    }
}

extension Retention {
    /// Responses stored for an `Idempotency-Key`.
    package static let storedResponses = Retention(
        "storedAnswers", StoredResponse.lifetime, removal: Command.deleteStoredResponses)
}
