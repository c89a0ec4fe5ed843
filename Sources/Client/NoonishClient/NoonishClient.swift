public import Foundation
import HTTPTypes
public import NoonishAPI

/// A program's way to one Noonish service.
///
/// A value: signing in makes another one that speaks as that person.
///
/// ```swift
/// let visitor = try NoonishClient(url, program: "lunchbot/1.0", transport: AsyncHTTPTransport())
/// try await visitor.requestCode(for: "leila@example.org")
/// let session = try await visitor.signIn("leila@example.org", code: typed)
/// let leila = visitor.speaking(for: session)
/// let outing = try await leila.startOuting(NewOuting(title: "Thursday lunch")).value
/// ```
///
/// What fails throws a ``Problem`` (the service said no, and why) or a ``ClientFault`` (there was no answer that can be read).
public struct NoonishClient: Sendable {
    let scheme: String
    let authority: String
    /// What stands before `/v1`; empty unless the service lives below a path.
    let prefix: String
    let transport: any Transport
    let program: String

    /// Proves who speaks; a session's, or that of a personal link. Nil: nobody.
    public var token: String?

    /// The languages that words for people come in, the best first, as BCP 47 tags.
    public var languages: [String] = []

    /// How often and after which pauses something is tried again.
    public var retries = Retries()

    /// Keeps what was read, for times without a network. Belongs to whoever ``token`` belongs to.
    public var cache: OfflineCache?

    /// - Parameters:
    ///   - url: Of the service, such as `https://lunch.example.org`.
    ///   - program: Who asks, as `name/version`: letters, digits and hyphens, then numbers with dots between.
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

    /// The same, speaking for whom `session` belongs to.
    ///
    /// - Parameter cache: Theirs alone.
    public func speaking(for session: Session, cache: OfflineCache? = nil) -> NoonishClient {
        speaking(with: session.token, cache: cache)
    }

    /// The same with a token of its own: a session's that was kept, or that of a guest's personal link.
    public func speaking(with token: String?, cache: OfflineCache? = nil) -> NoonishClient {
        var client = self
        client.token = token
        client.cache = cache
        return client
    }
}

/// Something that was read, and what to say of it when it is edited or read again.
public struct Reading<Value: Sendable>: Sendable {
    public var value: Value
    /// Which state of it this is; nil where the service does not say.
    public var tag: EntityTag?
    /// Since when it is kept: there is no network, and the value may be out of date. Nil: the service says it now.
    public var keptSince: Date?

    public init(_ value: Value, tag: EntityTag? = nil, keptSince: Date? = nil) {
        self.value = value
        self.tag = tag
        self.keptSince = keptSince
    }
}

/// `ETag`: names a state of something. An edit says which state it was made in, and is refused (412) if that is not the
/// state any more.
public struct EntityTag: Hashable, Sendable {
    /// With its quotes.
    public let text: String

    public init(_ text: String) { self.text = text }
}
