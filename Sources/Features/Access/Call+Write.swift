internal import Crypto
package import Foundation
internal import HTTPKit
internal import HTTPTypes
package import Hummingbird
internal import JSON
internal import NIOCore
package import Postgres

extension Call {
    /// Runs `effect` in one transaction and returns its answer.
    ///
    /// With an `Idempotency-Key` the answer is stored with the effect: the same request again gets the same answer and
    /// changes nothing; another request under that key is 422; one that is still under way is 409. An error thrown by
    /// `effect` undoes everything and is not stored. As a transaction may be run again, `effect` may be too.
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
            if let stored = try await transaction.first(.storedAnswer(scope: scope, key: key)) {
                guard stored.requestHash == requestHash else {
                    throw Problem.unprocessable(
                        "idempotency_key_reused",
                        "This Idempotency-Key was used for another request; make a new one for each.")
                }
                return stored.response
            }
            var response = try await effect(transaction)
            let answer = try await StoredAnswer(requestHash: requestHash, &response)
            if answer.status < 500 {
                try await transaction.execute(.storeAnswer(answer, scope: scope, key: key))
            }
            return response
        }
    }

    /// The key without its quotes (it is a string of RFC 8941; plain text is taken too).
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

    /// Keys are a caller's own: whoever asks without a credential is known by their address.
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

/// An answer as the table `idempotent_request` keeps it.
struct StoredAnswer: PostgresRow {
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

    init(row: inout RowReader) throws(PostgresError) {
        requestHash = try row.next()
        status = try row.next()
        headers = try row.next()
        body = try row.next()
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

    /// What the effect itself said; the rest is added anew to each answer.
    /// A client that has not tried again by then does not.
    static let keptFor = Duration.seconds(48 * 3_600)

    private static let kept: Set<HTTPField.Name> = [.contentType, .eTag, .location, .cacheControl]
}

extension Query where Row == Bool {
    /// Taken until the transaction ends; false if another request has it.
    fileprivate static func tryIdempotencyLock(scope: [UInt8], key: String) -> Self {
        Query(
            "access.try_idempotency_lock", on: .write,
            """
            SELECT pg_try_advisory_xact_lock(hashtextextended(encode(\(scope), 'hex') || \(key), 0))
            """
        ) { row throws(PostgresError) in try row.next() }
    }
}

extension Query where Row == StoredAnswer {
    fileprivate static func storedAnswer(scope: [UInt8], key: String) -> Self {
        Query(
            "access.read_stored_response",
            """
            SELECT request_hash, status, headers, body
              FROM idempotent_request
             WHERE scope = \(scope) AND key = \(key) AND at > now() - \(StoredAnswer.keptFor)
            """)
    }
}

extension Command {
    /// Answers that nobody may ask for again.
    package static func removeStoredAnswers(now: Date?) -> Command {
        Command(
            "access.remove_stored_responses",
            "DELETE FROM idempotent_request WHERE at < coalesce(\(now), now()) - \(StoredAnswer.keptFor)")
    }

    fileprivate static func storeAnswer(_ answer: StoredAnswer, scope: [UInt8], key: String) -> Self {
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
    /// Answers that were stored with an `Idempotency-Key`.
    package static let storedAnswers = Retention(
        "storedAnswers", StoredAnswer.keptFor, removal: Command.removeStoredAnswers)
}
