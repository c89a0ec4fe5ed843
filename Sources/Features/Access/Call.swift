import Foundation
package import HTTPKit
package import Hummingbird
import Initializers
import JSON
package import Localization
package import NIOCore
package import NoonishAPI
import Postgres

/// A request with its authenticated caller, as passed to route handlers.
@MemberwiseInit
package struct Call: Sendable {
    package let request: Request
    package let context: AppContext
    package let actor: Actor
    /// SHA-256 of the token that authenticated ``actor`` or, for anonymous callers, of an invalid token they
    /// sent. `nil` without a token.
    package let credential: TokenHash?
    /// The check of the caller's session that the handler's first statement makes; `nil` if the route needs none.
    let session: SessionCheck?
    /// The complete body; empty for methods without one.
    package let bodyBytes: ByteBuffer
    package let site: Site

    /// The authenticated member or guest.
    ///
    /// - Throws: 401 for an anonymous request.
    package var person: PersonID {
        get throws {
            guard let person = actor.person else { throw Problem.unauthorized() }
            return person
        }
    }

    /// The shares of the database's transactions that the request counts towards: its caller's and that of
    /// the object it is about, so that neither one person's requests nor one locked outing hold up others.
    var leaseShares: [LeaseShare] {
        let caller = actor.person?.description ?? PeerAddress.limitKey(context.peer)
        // An ID may be spelt in either letter case. A guest's token and a link stand for an outing.
        let object = (context.parameters.get("id") ?? guestOuting ?? context.parameters.get("token"))
            .map { LeaseShare(of: $0.lowercased(), divisor: 2) }
        return [LeaseShare(of: caller, divisor: 4)] + (object.map { [$0] } ?? [])
    }

    private var guestOuting: String? {
        if case .guest(_, let outing) = actor { outing.description } else { nil }
    }

    /// Returns the ID in the path parameter `name`.
    ///
    /// - Throws: 404 if it is not a valid ID.
    package func id<Subject>(_ name: String, _: ID<Subject>.Type = ID<Subject>.self) throws -> ID<Subject> {
        guard let id = context.parameters.get(name).flatMap({ ID<Subject>($0) }) else {
            throw Problem.notFound
        }
        return id
    }

    package func text(_ name: String) throws -> String {
        guard let text = context.parameters.get(name) else { throw Problem.notFound }
        return text
    }

    package var query: QueryReader { QueryReader(request) }

    /// Reads the body as a JSON object, to be parsed strictly.
    package func body() async throws -> ObjectReader { try await request.object() }

    /// Reads the body as a JSON object; a missing body is an empty object.
    package func bodyOrEmpty() async throws -> ObjectReader {
        guard bodyBytes.readableBytes > 0 else { return try ObjectReader(.object(JSONObject())) }
        return try await body()
    }

    /// Reads the body as a JSON object with one member, and returns the member's value.
    package func body<Value>(_ member: String, _ parser: ValueParser<Value>) async throws -> Value {
        var body = try await body()
        return try body.finish(body.required(member, parser))
    }

    /// Checks that the body is missing or an empty JSON object.
    package func requireEmptyBody() async throws {
        var body = try await bodyOrEmpty()
        try body.finish()
    }

    /// The versions that the caller expects, from `If-Match`.
    ///
    /// - Throws: 428 without `If-Match`.
    package var ifMatch: TagCondition {
        get throws {
            guard let condition = try request.headers.ifMatchCondition else {
                throw Problem.preconditionRequired
            }
            return condition
        }
    }
}

/// The service's public address, secret key and texts, used to build links and messages.
@MemberwiseInit
package struct Site: Sendable {
    /// `http.publicURL` without a trailing slash.
    package let publicURL: String
    package let key: SecretKey
    /// The texts in all languages.
    package let catalogue: Catalogue

    package func url(_ path: String) -> String { publicURL + path }

    /// Whether cookies use `Secure` and the prefix `__Host-`.
    package var isSecure: Bool { publicURL.hasPrefix("https://") }
}
