public import Foundation
import HTTPTypes
public import NoonishAPI

/// A client of one Noonish service.
///
/// It is a value: signing in creates another client, which acts as that person.
///
/// ```swift
/// let visitor = try NoonishClient(url, program: "lunchbot/1.0", transport: AsyncHTTPTransport())
/// try await visitor.requestCode(for: "leila@example.org")
/// let session = try await visitor.signIn("leila@example.org", code: typed)
/// let leila = visitor.authenticated(for: session)
/// let outing = try await leila.startOuting(NewOuting(title: "Thursday lunch")).value
/// ```
///
/// Errors are a ``Problem`` if the service rejected the request, or a ``ClientFault`` if there was no valid
/// response.
public struct NoonishClient: Sendable {
    let scheme: String
    let authority: String
    /// The part of the path before `/v1`; empty unless the service is below a path.
    let prefix: String
    let transport: any Transport
    let program: String

    /// The token of a session or of a guest's personal link; `nil` for anonymous requests.
    public var token: String?

    /// The preferred languages of texts for people, best first, as BCP 47 tags.
    public var languages: [String] = []

    /// How often requests are retried and after which delays.
    public var retries = Retries()

    /// The cache of responses for offline use. Belongs to the person that ``token`` identifies.
    public var cache: OfflineCache?

    /// Creates a client without a token.
    ///
    /// - Parameters:
    ///   - url: The address of the service, such as `https://lunch.example.org`.
    ///   - program: The calling program as `name/version`: letters, digits and hyphens, then numbers
    ///     separated by dots.
    public init(_ url: URL, program: String, transport: any Transport) throws(ClientFault) {
        guard let scheme = url.scheme, ["http", "https"].contains(scheme), let host = url.host(),
            !host.isEmpty
        else { throw .address(url.absoluteString) }
        self.scheme = scheme
        authority = (host.contains(":") ? "[\(host)]" : host) + (url.port.map { ":\($0)" } ?? "")
        let path = url.path()
        prefix = path.hasSuffix("/") ? String(path.dropLast()) : path
        self.program = program
        self.transport = transport
    }

    /// Returns a client that acts as the person of `session`.
    ///
    /// - Parameter cache: A cache for this person only.
    public func authenticated(for session: Session, cache: OfflineCache? = nil) -> NoonishClient {
        authenticated(with: session.token, cache: cache)
    }

    /// Returns a client with the given token: that of a stored session, or of a guest's personal link.
    public func authenticated(with token: String?, cache: OfflineCache? = nil) -> NoonishClient {
        var client = self
        client.token = token
        client.cache = cache
        return client
    }
}

/// A value that was read, with the information needed to edit it or to read it again.
public struct Resource<Value: Sendable>: Sendable {
    public var value: Value
    /// The state of the value; `nil` if the service does not provide one.
    public var tag: EntityTag?
    /// When the value was cached, if the service is unreachable and the value may be out of date; `nil` if it
    /// is current.
    public var cachedAt: Date?

    public init(_ value: Value, tag: EntityTag? = nil, cachedAt: Date? = nil) {
        self.value = value
        self.tag = tag
        self.cachedAt = cachedAt
    }
}

/// An `ETag`, which identifies a state of a resource. An edit names the state that it is based on and is
/// rejected (412) if the resource has changed since.
public struct EntityTag: Hashable, Sendable {
    /// The tag with its quotes.
    public let text: String

    public init(_ text: String) { self.text = text }
}
