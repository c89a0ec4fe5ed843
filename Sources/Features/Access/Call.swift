internal import Foundation
package import HTTPKit
package import Hummingbird
internal import JSON
package import Localization
package import NIOCore
package import NoonishAPI

/// A request on its way through a route: who asks, and the pieces of what they ask.
package struct Call: Sendable {
    package let request: Request
    package let context: AppContext
    package let actor: Actor
    /// SHA-256 of the token that proved ``actor``; nil for anonymous ones.
    package let credential: TokenHash?
    /// The whole body; empty where the method has none.
    package let bodyBytes: ByteBuffer
    package let site: Site

    package init(
        request: Request, context: AppContext, actor: Actor, credential: TokenHash?, bodyBytes: ByteBuffer,
        site: Site
    ) {
        self.request = request
        self.context = context
        self.actor = actor
        self.credential = credential
        self.bodyBytes = bodyBytes
        self.site = site
    }

    /// The person who asks.
    ///
    /// - Throws: 401 for an anonymous request.
    package var person: PersonID {
        get throws {
            guard let person = actor.person else { throw Problem.unauthorized() }
            return person
        }
    }

    /// The id in the path under `name`.
    ///
    /// - Throws: 404 if it is not an id: nothing has such a one.
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

    /// The body as a JSON object to be read strictly.
    package func body() async throws -> ObjectReader { try await request.object() }

    /// The same where there may be no body at all, which is an object without members.
    package func bodyIfAny() async throws -> ObjectReader {
        guard bodyBytes.readableBytes > 0 else { return try ObjectReader(.object(JSONObject())) }
        return try await body()
    }

    /// The versions that the caller means.
    ///
    /// - Throws: 428 if they did not say.
    package var ifMatch: TagCondition {
        get throws {
            guard let condition = try request.headers.ifMatchCondition else {
                throw Problem.preconditionRequired
            }
            return condition
        }
    }
}

/// Where this service lives and what it says, for everybody who makes a link or a sentence.
package struct Site: Sendable {
    /// `http.publicURL` without a slash at its end.
    package let publicURL: String
    package let key: SecretKey
    /// What it says, in every language.
    package let catalogue: Catalogue

    package init(publicURL: String, key: SecretKey, catalogue: Catalogue) {
        self.publicURL = publicURL
        self.key = key
        self.catalogue = catalogue
    }

    package func url(_ path: String) -> String { publicURL + path }

    /// Whether cookies can have the `__Host-` prefix and `Secure`.
    package var isSecure: Bool { publicURL.hasPrefix("https://") }
}
