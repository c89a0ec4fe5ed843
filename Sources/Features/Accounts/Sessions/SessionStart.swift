import Access
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import NoonishAPI
import Postgres

/// Begins sessions for people who have just authenticated, by any sign-in method.
struct SessionStart: Sendable {
    let settings: AccountSettings
    let clock: AccountClock
    /// Merges guests who were invited before they had an account.
    let claims: (any GuestClaims)?

    /// Begins a session in place of the one that the same browser had, and merges guests who were invited at
    /// one of the person's addresses.
    ///
    /// - Parameter provenAt: When the person authenticated, if earlier and elsewhere; a later time counts as
    ///   now.
    func begin(
        for person: PersonID, at requestInfo: SessionRequestInfo, provenAt: Date? = nil,
        in transaction: Transaction
    ) async throws -> NewSession {
        var guestNames: [String] = []
        var initialNames: Set<String> = []
        if let claims {
            for address in try await transaction.all(.addresses(of: person)) {
                initialNames.insert(PersonName.from(address: address))
                guestNames += try await claims.claim(address, for: person, in: transaction)
            }
        }
        let now = clock.now()
        let token = RandomToken.make()
        try await transaction.execute(
            .endSessions(
                of: person, beyond: AccountLimits.sessions - 1, replaced: requestInfo.current, settings,
                now: now))
        let id = SessionID.make()
        let end = try await transaction.one(
            .insertSession(
                id, of: person, token: TokenHash(token), client: requestInfo.client,
                life: settings.sessionLife,
                provenAt: provenAt, now: now))
        let named = try await transaction.one(.people([person]))
        try await transaction.audit(
            AuditLine(
                .sessionStarted, "session:\(id)", by: person, credential: TokenHash(token),
                network: requestInfo.network,
                request: requestInfo.request))
        return NewSession(
            token: token, person: named,
            suggestedName: initialNames.contains(named.name) ? guestNames.last : nil, expiresAt: end)
    }
}

/// The request data that a new session records.
struct SessionRequestInfo: Sendable {
    /// A description of the device.
    let client: String
    /// The session that the same browser has already, to be replaced.
    let current: SessionID?
    /// For the audit log, like `request`.
    let network: String?
    let request: String

    init(_ call: Call) {
        network = PeerAddress.network(of: call.context.peer)
        request = call.context.id
        client = SessionClient.words(call.request.headers)
        current = call.isFromBrowser ? call.session : nil
    }

    /// Creates the data of a session that an operator makes on the command line, without a request.
    init(machine words: String) {
        network = nil
        request = "machine"
        client = words
        current = nil
    }

    /// Creates the data for a navigation by link, where the browser may not send `Sec-Fetch-Site`.
    init(browser call: Call) {
        network = PeerAddress.network(of: call.context.peer)
        request = call.context.id
        client = SessionClient.words(call.request.headers)
        current = call.session
    }
}

extension Response {
    /// Returns 200 with a session: in a cookie for a browser, in the body for any other program.
    static func signedIn(_ session: NewSession, _ call: Call, _ settings: AccountSettings) -> Response {
        var response = Response.json(
            .ok,
            Session(
                expiresAt: session.expiresAt, person: session.person, suggestedName: session.suggestedName,
                token: call.isFromBrowser ? nil : session.token))
        if call.isFromBrowser { response.setSession(session, call.site, settings) }
        return response
    }

    mutating func setSession(_ session: NewSession, _ site: Site, _ settings: AccountSettings) {
        let life = Int(settings.sessionLife.components.seconds)
        for cookie in Cookie.session(session.token, maxAge: life, site: site) { setCookie(cookie) }
    }
}
