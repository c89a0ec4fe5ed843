package import Access
package import Foundation
internal import HTTPKit
internal import Localization
internal import NoonishAPI
package import Postgres

/// Asking for a sign-in mail and proving that it arrived.
package struct SignInEdits: Sendable {
    let database: PostgresClient
    let settings: AccountSettings
    let site: Site
    let outbox: MailOutbox
    let clock: AccountClock
    /// Takes up what somebody was invited to before they had an account.
    let claims: (any GuestClaims)?

    var start: SessionStart { SessionStart(settings: settings, clock: clock, claims: claims) }

    package init(
        _ database: PostgresClient, settings: AccountSettings, site: Site, outbox: MailOutbox,
        clock: AccountClock = .ofDatabase, claims: (any GuestClaims)? = nil
    ) {
        self.database = database
        self.settings = settings
        self.site = site
        self.outbox = outbox
        self.clock = clock
        self.claims = claims
    }

    /// Mails a code and a link to `address`, known or not: the work and the answer are the same.
    ///
    /// An address that has had its mails of this hour gets none; the caller is not told, for the address may be
    /// somebody else's. Mails that are out already keep working.
    ///
    /// - Parameters:
    ///   - browser: the cookie that the link shall be bound to; nil if a program asks.
    ///   - language: the one that the request asks for; whose address it is makes no difference.
    /// - Throws: 503 where no mail can be sent.
    func request(_ address: String, browser: TokenHash?, in language: Language) async throws {
        guard outbox.delivery != .none else { throw SignInProblems.mailNotConfigured }
        let secrets = SignInSecrets()
        let content = MailWords(language: language).signIn(
            code: secrets.code, link: link(secrets), minutes: Int(settings.codeLife.components.seconds / 60))
        let now = clock.now()
        try await database.transaction { transaction in
            _ = try await transaction.one(.lockAddress(address))
            let isAllowed = try await transaction.one(
                .mayMailSignIn(to: address, limit: settings.mailsPerHour, now: now))
            guard isAllowed else { return }
            try await insert(secrets, address, browser: browser, now: now, in: transaction)
            try await outbox.enqueue(content, to: address, in: transaction)
        }
    }

    /// A link for somebody who cannot be reached by mail, made by the operator and handed over by other means. It works
    /// in any browser, once, for as long as a mailed one.
    ///
    /// - Parameter address: in lower case.
    package func operatorLink(for address: String) async throws -> String {
        let secrets = SignInSecrets()
        let now = clock.now()
        try await database.transaction { transaction in
            try await insert(secrets, address, browser: nil, now: now, in: transaction)
            try await transaction.audit(AuditLine(.signInLinkMade, "sign_in:\(secrets.id)"))
        }
        return link(secrets)
    }

    /// A session for a program of somebody's, made by the operator and handed over by other means.
    ///
    /// - Parameters:
    ///   - address: In lower case. A new one becomes a new member.
    ///   - words: What the list of their sessions says of it.
    /// - Returns: The bearer token, which is shown nowhere else, and when it ends.
    package func operatorSession(
        for address: String, saying words: String
    ) async throws -> (token: String, endsAt: Date) {
        try await database.transaction { transaction in
            let person = try await member(owning: address, in: transaction)
            let session = try await start.begin(for: person, at: Door(machine: words), in: transaction)
            try await transaction.audit(AuditLine(.operatorMadeSession, "person:\(person)"))
            return (session.token, session.expiresAt)
        }
    }

    /// Begins a session for whoever holds `proof`; the first one of an address makes its member.
    ///
    /// - Parameter browser: the cookie that a link may be bound to.
    func verify(_ proof: SignInProof, browser: TokenHash?, at door: Door) async throws -> NewSession {
        let now = clock.now()
        let session = try await database.transaction { transaction -> NewSession? in
            guard let address = try await use(proof, browser: browser, now: now, in: transaction) else {
                return nil  // and commit: the guess is spent
            }
            let person = try await member(owning: address, in: transaction)
            return try await start.begin(for: person, at: door, in: transaction)
        }
        guard let session else {
            try await database.audit(
                AuditLine(
                    .sessionRefused, outcome: .denied, network: door.network, request: door.request))
            throw try await refusal(of: proof, now: now)
        }
        return session
    }

    private func link(_ secrets: SignInSecrets) -> String { site.url("/sign-in?token=\(secrets.token)") }

    private func insert(
        _ secrets: SignInSecrets, _ address: String, browser: TokenHash?, now: Date?,
        in transaction: Transaction
    ) async throws {
        try await transaction.execute(
            .insertSignIn(
                secrets.id, address: address,
                codeHash: SignInSecrets.codeHash(secrets.code, of: secrets.id, key: site.key),
                link: TokenHash(secrets.token), browser: browser, life: settings.codeLife, now: now))
    }
}

extension SignInEdits {
    /// The address that `proof` proves, which uses it up; nil if it proves nothing.
    private func use(
        _ proof: SignInProof, browser: TokenHash?, now: Date?, in transaction: Transaction
    ) async throws -> String? {
        switch proof {
        case .link(let token):
            return try await transaction.first(.useLink(TokenHash(token), browser: browser, now: now))
        case .code(let code, let address):
            _ = try await transaction.one(.lockAddress(address))
            let open = try await transaction.all(
                .takeGuess(of: address, browser: browser, limit: settings.codeAttempts, now: now))
            let match = open.first {
                equalInConstantTime($0.codeHash, SignInSecrets.codeHash(code, of: $0.id, key: site.key))
            }
            guard let match else { return nil }
            return try await transaction.first(.useCode(of: match.id, now: now))
        }
    }

    /// The member with this proved address, made if there is none.
    private func member(owning address: String, in transaction: Transaction) async throws -> PersonID {
        _ = try await transaction.one(.lockAddress(address))
        return try await transaction.one(
            .memberOwning(address, otherwise: .make(), name: PersonName.from(address: address)))
    }

    private func refusal(of proof: SignInProof, now: Date?) async throws -> Problem {
        switch proof {
        case .code: return SignInProblems.wrongCode
        case .link(let token):
            let isElsewhere = try await database.one(.linkIsForAnotherBrowser(TokenHash(token), now: now))
            return isElsewhere ? SignInProblems.anotherBrowser : SignInProblems.voidLink
        }
    }
}
