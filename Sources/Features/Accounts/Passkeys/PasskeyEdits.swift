import Access
import Foundation
import HTTPKit
import HTTPTypes
import Logging
import NoonishAPI
import Postgres

/// Registers, uses and removes passkeys.
struct PasskeyEdits: Sendable {
    let account: AccountContext
    let methods: SignInMethods
    let logger: Logger

    /// - Throws: 503 if browsers do not support passkeys on this site.
    func passkeySite() throws -> PasskeySite {
        guard let place = PasskeySite(account.site) else { throw PasskeyProblems.unavailable }
        return place
    }

    /// Issues a random challenge to be signed.
    ///
    /// - Parameter person: The person who registers a passkey; `nil` for a sign-in.
    func challenge(for person: PersonID?) async throws -> String {
        let challenge = RandomToken.make()
        try await account.database.execute(
            .insertChallenge(TokenHash(challenge), of: person, now: account.clock.now()))
        return challenge
    }

    /// Stores a new passkey and notifies its owner by mail.
    func register(_ answer: PasskeyAnswer, name: String, of me: Capability<PersonID>) async throws -> Passkey
    {
        let now = account.clock.now()
        let ceremony = PasskeyCeremony(site: try passkeySite())
        let made: PasskeyCeremony.Registration
        do {
            let challenge = try ceremony.challenge(of: answer, for: "webauthn.create")
            try await use(challenge, of: me.object)
            made = try ceremony.registration(answer)
        } catch let fault as PasskeyFault {
            throw reportFault(fault)
        }
        let new = NewPasskey(
            credential: made.credential, data: made.data, transports: answer.transports, name: name)
        return try await account.database.transaction { transaction in
            guard
                try await transaction.all(.credentials(of: me.object)).count < PasskeyLimits.passkeys
            else { throw PasskeyProblems.tooMany }
            guard let passkey = try await transaction.first(.insertPasskey(new, of: me, now: now)) else {
                throw PasskeyProblems.known
            }
            try await SignInMethodNotice(site: account.site, outbox: account.outbox).enqueue(
                name, to: me.object, in: transaction)
            try await transaction.audit(AuditLine(.signInMethodAdded, "passkey:\(passkey.id)", by: me.object))
            return passkey
        }
    }

    /// Begins a session for the owner of the passkey that signed `answer`.
    func signIn(_ answer: PasskeyAnswer, at requestInfo: SessionRequestInfo) async throws -> NewSession {
        let now = account.clock.now()
        let ceremony = PasskeyCeremony(site: try passkeySite())
        do {
            let challenge = try ceremony.challenge(of: answer, for: "webauthn.get")
            try await use(challenge, of: nil)
            return try await account.database.transaction { transaction in
                guard let passkey = try await transaction.first(.passkey(answer.id)) else {
                    throw PasskeyFault("unknown credential")
                }
                let data = try ceremony.assertion(answer, publicKey: passkey.publicKey)
                try passkey.check(data, answer)
                try await transaction.execute(.usePasskey(passkey.id, data, now: now))
                return try await account.start.begin(for: passkey.person, at: requestInfo, in: transaction)
            }
        } catch let fault as PasskeyFault {
            throw reportFault(fault)
        }
    }

    func remove(_ id: PasskeyID, of me: Capability<PersonID>) async throws {
        try await account.database.transaction { transaction in
            try await methods.removeKeepingOne(of: me, in: transaction) {
                guard try await transaction.execute(.deletePasskey(id, of: me)) == 1 else {
                    throw Problem.notFound
                }
            }
            try await transaction.audit(AuditLine(.signInMethodRemoved, "passkey:\(id)", by: me.object))
        }
    }

    private func use(_ challenge: String, of person: PersonID?) async throws {
        let isOurs = try await account.database.first(
            .useChallenge(TokenHash(challenge), of: person, now: account.clock.now()))
        guard isOurs != nil else { throw PasskeyFault("the challenge was used, has expired, or is unknown") }
    }

    private func reportFault(_ fault: PasskeyFault) -> Problem {
        logger.notice("rejected a passkey", metadata: ["because": "\(fault.words)"])
        return PasskeyProblems.rejected
    }
}

extension PasskeyRow {
    /// Compares an assertion with what is stored about the passkey.
    ///
    /// A signature counter that does not increase means that the passkey was cloned. Passkeys without a
    /// counter always send 0.
    fileprivate func check(_ data: AuthenticatorData, _ answer: PasskeyAnswer) throws(PasskeyFault) {
        if let user = answer.user, user != person.handle { throw PasskeyFault("belongs to another person") }
        guard data.flags.contains(.backupEligible) == isBackupEligible else {
            throw PasskeyFault("the backup eligibility has changed")
        }
        let counts = data.signCount != 0 || signCount != 0
        guard !counts || data.signCount > signCount else {
            throw PasskeyFault("the signature counter did not increase")
        }
    }
}

extension PersonID {
    /// The user handle of WebAuthn: opaque, without personal data.
    var handle: [UInt8] { withUnsafeBytes(of: uuid.uuid) { Array($0) } }
}

enum PasskeyProblems {
    /// The same for every failure: its owner cannot repair the passkey, and a forger must not learn the
    /// reason.
    static let rejected = Problem.unprocessable(
        "passkey_void", "That passkey isn’t registered here, or the request expired. Try again.")

    static let known = Problem.conflict("passkey_known", "This passkey is already registered.")

    static let tooMany = Problem.conflict(
        "too_many_passkeys", "An account can have at most \(PasskeyLimits.passkeys) passkeys.")

    static let unavailable = Problem(
        "passkeys_unavailable", .serviceUnavailable, title: "Unavailable",
        detail: "Browsers support passkeys only on https and on localhost.")
}
