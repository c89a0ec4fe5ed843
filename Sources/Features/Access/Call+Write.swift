internal import Crypto
package import Foundation
internal import HTTPKit
internal import HTTPTypes
package import Hummingbird
internal import JSON
internal import NIOCore
package import Postgres

extension Call {
    /// Runs `effect` in one transaction and returns its response.
    ///
    /// With an `Idempotency-Key`, the response is stored in the same transaction. A repeated request gets the
    /// stored response and changes nothing. A different request with the same key gets 422, and a request
    /// whose first attempt is still running gets 409. If `effect` throws, everything is rolled back and
    /// nothing is stored. Because transactions are retried, `effect` may run more than once.
    ///
    /// - Source: draft-ietf-httpapi-idempotency-key-header.
    package func write(
        _ database: PostgresClient, _ effect: @escaping @Sendable (Transaction) async throws -> Response
    ) async throws -> Response {
        guard let key = try idempotencyKey else {
            return try await database.transaction { transaction in try await effect(transaction) }
        }
        let scope = self.scope
        let requestHash = self.requestHash
        return try await database.transaction { transaction in
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
                return stored.response
            }
            var response = try await effect(transaction)
            let answer = try await StoredResponse(requestHash: requestHash, &response)
            if answer.status < 500 {
                try await transaction.execute(.storeResponse(answer, scope: scope, key: key))
            }
            return response
        }
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

    /// The scope of idempotency keys: the credential or, without one, the caller's IP address.
    private var scope: [UInt8] {
        credential?.bytes ?? TokenHash("address:\(context.peer?.ipAddress ?? "unknown")").bytes
    }

    private var requestHash: [UInt8] {
        var hash = SHA256()
        hash.update(data: Data("\(request.method.rawValue) \(request.uri.string)\n".utf8))
        hash.update(data: Data(bodyBytes.readableBytesView))
        return Array(hash.finalize())
    }
}

extension HTTPField.Name {
    package static let idempotencyKey = constant("Idempotency-Key")
}

/// A response as stored in the table `idempotent_request`.
@Row
struct StoredResponse: PostgresRow {
    let requestHash: [UInt8]
    let status: Int
    let headers: JSONB
    let body: [UInt8]

    init(requestHash: [UInt8], _ response: inout Response) async throws {
        self.requestHash = requestHash
        status = response.status.code
        var fields: [String: String] = [:]
        for field in response.headers where Self.kept.contains(field.name) {
            fields[field.name.canonicalName] = field.value
        }
        headers = JSONB(fields)
        let bytes = try await response.collectedBody()
        body = Array(bytes.readableBytesView)
    }

    var response: Response {
        var response = Response(
            status: .init(code: status), body: .init(byteBuffer: ByteBuffer(bytes: body)))
        if case .object(let fields)? = headers.value {
            for member in fields.members {
                if case .string(let value) = member.value, let name = HTTPField.Name(member.name) {
                    response.headers[name] = value
                }
            }
        }
        return response
    }

    /// The period within which a client can repeat a request.
    static let lifetime = Duration.seconds(48 * 3_600)

    /// The header fields that depend on the effect. All others are set anew for each response.
    private static let kept: Set<HTTPField.Name> = [.contentType, .eTag, .location, .cacheControl]
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
    fileprivate static func storedResponse(scope: [UInt8], key: String) -> Self {
        Query(
            "access.read_stored_response",
            """
            SELECT request_hash, status, headers, body
              FROM idempotent_request
             WHERE scope = \(scope) AND key = \(key) AND at > now() - \(StoredResponse.lifetime)
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
            INSERT INTO idempotent_request AS stored (scope, key, request_hash, status, headers, body)
            VALUES (\(scope), \(key), \(answer.requestHash), \(answer.status), \(answer.headers), \(answer.body))
                ON CONFLICT (scope, key) DO UPDATE
               SET request_hash = excluded.request_hash, status = excluded.status, headers = excluded.headers,
                   body = excluded.body, at = now()
            """)
    }
}

extension Retention {
    /// Responses stored for an `Idempotency-Key`.
    package static let storedResponses = Retention(
        "storedAnswers", StoredResponse.lifetime, removal: Command.deleteStoredResponses)
}
