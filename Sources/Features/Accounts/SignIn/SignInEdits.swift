package import Access
package import Foundation
import HTTPKit
import Localization
import NoonishAPI
package import Postgres

/// Sends sign-in mails and verifies their codes and links.
package struct SignInEdits: Sendable {
    let account: AccountContext

    init(_ account: AccountContext) { self.account = account }

    package init(
        _ database: PostgresClient, settings: AccountSettings, site: Site, outbox: MailOutbox,
        clock: AccountClock = .databaseTime, claims: (any GuestClaims)? = nil
    ) {
        account = AccountContext(
            database: database, settings: settings, site: site, outbox: outbox, clock: clock, claims: claims)
    }

    /// Mails a code and a link to `address`. The work and the response are the same whether or not it has an
    /// account.
    ///
    /// An address that has reached its hourly limit gets no mail. The response reveals this only to a browser that
    /// requested all of them, because the address may belong to another person. Earlier mails remain valid.
    ///
    /// - Parameters:
    ///   - browser: The hash of the cookie that the link is bound to; `nil` if the client is not a browser.
    ///   - language: The language of the request, not of the address's owner, which would reveal the account.
    /// - Throws: 503 if the server cannot send mail, 429 if the browser has requested as many as one may.
    func request(_ address: String, browser: TokenHash?, in language: Language) async throws {
        guard account.outbox.delivery != .none else { throw SignInProblems.mailNotConfigured }
        let secrets = SignInSecrets()
        let content = MailMessages(language: language).signIn(
            code: secrets.code, link: link(secrets),
            minutes: Int(account.settings.codeLife.components.seconds / 60))
        let now = account.clock.now()
        let limit = DurableLimit(
            "sign_in_mails", most: account.settings.mailsPerHour, window: .seconds(3_600))
        try await account.database.transaction { transaction in
            _ = try await transaction.one(.lockAddress(address))
            let use = try await transaction.one(limit.use(counting: .signInMails(to: address), now: now))
            guard use.used < limit.most else {
                let isOwn = try await transaction.one(
                    .hasRequestedSignIns(to: address, by: browser, atLeast: limit.most, now: now))
                if isOwn { throw limit.problem(use, as: SignInProblems.tooManyMails) }
                return
            }
            try await insert(secrets, address, browser: browser, now: now, in: transaction)
            try await account.outbox.enqueue(content, to: address, in: transaction)
        }
    }

    /// Creates a sign-in link that the operator hands over by other means than mail. It works in any browser,
    /// once, and is valid for as long as a mailed one.
    ///
    /// - Parameter address: In lower case.
    package func makeOperatorLink(for address: String) async throws -> String {
        let secrets = SignInSecrets()
        let now = account.clock.now()
        try await account.database.transaction { transaction in
            try await insert(secrets, address, browser: nil, now: now, in: transaction)
            try await transaction.audit(AuditLine(.signInLinkCreated, "sign_in:\(secrets.id)"))
        }
        return link(secrets)
    }

    /// Creates a session for a person's program; the operator hands its token over.
    ///
    /// - Parameters:
    ///   - address: In lower case. Creates a member if the address is new.
    ///   - words: The description in the person's list of sessions.
    /// - Returns: The bearer token, which is not available again, and the time at which it expires.
    package func makeOperatorSession(
        for address: String, describedAs words: String
    ) async throws -> (token: String, endsAt: Date) {
        try await account.database.transaction { transaction in
            let person = try await member(owning: address, in: transaction)
            let session = try await account.start.begin(
                for: person, at: SessionRequestInfo(machine: words), in: transaction)
            try await transaction.audit(AuditLine(.operatorSessionCreated, "person:\(person)"))
            return (session.token, session.expiresAt)
        }
    }

    /// Begins a session for the address that `proof` verifies. Creates a member if the address is new.
    ///
    /// - Parameter browser: The hash of the cookie that a link may be bound to.
    func verify(_ proof: SignInProof, browser: TokenHash?, at requestInfo: SessionRequestInfo) async throws
        -> NewSession
    {
        let now = account.clock.now()
        let session = try await account.database.transaction { transaction -> NewSession? in
            guard let address = try await use(proof, browser: browser, now: now, in: transaction) else {
                return nil  // commit all the same: the guess is spent
            }
            let person = try await member(owning: address, in: transaction)
            return try await account.start.begin(for: person, at: requestInfo, in: transaction)
        }
        guard let session else {
            try await account.database.audit(
                AuditLine(
                    .sessionRefused, outcome: .denied, network: requestInfo.network,
                    request: requestInfo.request))
            throw try await refusal(of: proof, browser: browser, now: now)
        }
        return session
    }

    private func link(_ secrets: SignInSecrets) -> String {
        account.site.url("/sign-in?token=\(secrets.token)")
    }

    private func insert(
        _ secrets: SignInSecrets, _ address: String, browser: TokenHash?, now: Date?,
        in transaction: Transaction
    ) async throws {
        try await transaction.execute(
            .insertSignIn(
                secrets.id, address: address,
                codeHash: SignInSecrets.codeHash(secrets.code, of: secrets.id, key: account.site.key),
                link: TokenHash(secrets.token), browser: browser, life: account.settings.codeLife, now: now))
    }
}

extension SignInEdits {
    /// Consumes `proof` and returns the address that it verifies; `nil` if it is not valid.
    private func use(
        _ proof: SignInProof, browser: TokenHash?, now: Date?, in transaction: Transaction
    ) async throws -> String? {
        switch proof {
        case .link(let token):
            return try await transaction.first(.useLink(TokenHash(token), browser: browser, now: now))
        case .code(let code, let address):
            _ = try await transaction.one(.lockAddress(address))
            let open = try await transaction.all(
                .takeGuess(of: address, browser: browser, limit: account.settings.codeAttempts, now: now))
            let match = open.first {
                equalInConstantTime(
                    $0.codeHash, SignInSecrets.codeHash(code, of: $0.id, key: account.site.key))
            }
            guard let match else { return nil }
            return try await transaction.first(.useCode(of: match.id, now: now))
        }
    }

    /// Returns the member with this verified address, and creates one if there is none.
    private func member(owning address: String, in transaction: Transaction) async throws -> PersonID {
        _ = try await transaction.one(.lockAddress(address))
        return try await transaction.one(
            .findOrCreateMember(address, otherwise: .make(), name: PersonName.from(address: address)))
    }

    private func refusal(of proof: SignInProof, browser: TokenHash?, now: Date?) async throws -> Problem {
        switch proof {
        case .code(_, let address):
            let isSpent = try await account.database.one(
                .codesAreSpent(of: address, by: browser, limit: account.settings.codeAttempts, now: now))
            return SignInProblems.wrongCode(isSpent: isSpent)
        case .link(let token):
            let isElsewhere = try await account.database.one(
                .linkIsForAnotherBrowser(TokenHash(token), now: now))
            return isElsewhere ? SignInProblems.wrongBrowser : SignInProblems.invalidLink
        }
    }
}
