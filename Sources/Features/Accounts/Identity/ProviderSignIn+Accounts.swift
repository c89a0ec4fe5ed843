import Access
import Foundation
import HTTPKit
import Localization
import NoonishAPI
import Postgres

extension ProviderSignIn {
    /// Begins a session for the owner of `identity`, and creates a member if there is none.
    ///
    /// A new identity joins the account with the same address only if the provider verified that address and
    /// the operator trusts the provider about it. Otherwise it gets an account of its own, because anyone who
    /// can enter any address at a provider could take over that address's account.
    func signIn(
        _ identity: ProvenIdentity, by provider: IdentityProvider, for visit: VisitRow,
        at requestInfo: SessionRequestInfo
    ) async throws -> NewSession {
        let now = account.clock.now()
        return try await account.database.transaction { transaction in
            _ = try await transaction.one(.lockIdentity(identity.issuer, identity.subject))
            let known = try await transaction.first(.owner(ofIdentity: identity.issuer, identity.subject))
            if visit.purpose == .reauthenticate, known?.person != visit.person {
                throw IdentityProblems.differentPerson
            }
            let person: PersonID
            var entry: AuditLine?
            if let known {
                person = known.person
                try await use(known.id, identity, provider, now: now, in: transaction)
            } else {
                person = try await owner(ofNew: identity, by: provider, in: transaction)
                entry = try await add(identity, provider, to: person, now: now, in: transaction)
            }
            let session = try await account.start.begin(
                for: person, at: requestInfo, provenAt: identity.provenAt, in: transaction)
            if let entry { try await transaction.audit(entry) }
            return session
        }
    }

    /// Adds `identity` to a signed-in person's account.
    ///
    /// - Throws: 409 if the identity belongs to another account or the person has too many.
    func link(_ identity: ProvenIdentity, by provider: IdentityProvider, to person: PersonID) async throws {
        let now = account.clock.now()
        try await account.database.transaction { transaction in
            _ = try await transaction.one(.lockIdentity(identity.issuer, identity.subject))
            let known = try await transaction.first(.owner(ofIdentity: identity.issuer, identity.subject))
            if let known {
                guard known.person == person else { throw IdentityProblems.identityTaken }
                try await use(known.id, identity, provider, now: now, in: transaction)
            } else {
                guard
                    try await transaction.one(.identityCount(of: person)) < IdentityLimits.identities
                else { throw IdentityProblems.tooManyIdentities }
                try await notifyOwner(of: provider, person, in: transaction)
                try await transaction.audit(
                    add(identity, provider, to: person, now: now, in: transaction))
            }
        }
    }

    private func owner(
        ofNew identity: ProvenIdentity, by provider: IdentityProvider, in transaction: Transaction
    ) async throws -> PersonID {
        guard let address = identity.address, identity.isAddressVerified,
            provider.addresses.includes(address)
        else {
            let person = PersonID.make()
            try await transaction.execute(
                .createMember(person, name: identity.name ?? provider.label))
            return person
        }
        _ = try await transaction.one(.lockAddress(address))
        let isKnown = try await transaction.first(.member(withAddress: address)) != nil
        let person = try await transaction.one(
            .findOrCreateMember(
                address, otherwise: .make(), name: identity.name ?? PersonName.from(address: address)))
        if isKnown { try await notifyOwner(of: provider, person, in: transaction) }
        return person
    }

    /// - Returns: The audit entry, which the caller writes as the transaction's last statement.
    private func add(
        _ identity: ProvenIdentity, _ provider: IdentityProvider, to person: PersonID, now: Date?,
        in transaction: Transaction
    ) async throws -> AuditLine {
        let id = IdentityID.make()
        try await transaction.execute(
            .insertIdentity(id, identity, provider: provider.id, of: person, now: now))
        if provider.isFacebook { try await transaction.execute(.setFriends(identity.friends, of: id)) }
        return AuditLine(.signInMethodAdded, "identity:\(id)", by: person)
    }

    private func use(
        _ id: IdentityID, _ identity: ProvenIdentity, _ provider: IdentityProvider, now: Date?,
        in transaction: Transaction
    ) async throws {
        try await transaction.execute(.useIdentity(id, identity, provider: provider.id, now: now))
        if provider.isFacebook { try await transaction.execute(.setFriends(identity.friends, of: id)) }
    }

    private func notifyOwner(of provider: IdentityProvider, _ person: PersonID, in transaction: Transaction)
        async throws
    {
        try await SignInMethodNotice(site: account.site, outbox: account.outbox).enqueue(
            provider.label, to: person, in: transaction)
    }
}

/// The mail about a new sign-in method, so that the account's owner notices one that they did not add.
struct SignInMethodNotice: Sendable {
    let site: Site
    let outbox: MailOutbox

    /// Sends the mail to `person`, if they have an address.
    ///
    /// - Parameter way: The name that its owner knows: the provider's label, or the passkey's name.
    func enqueue(_ way: String, to person: PersonID, in transaction: Transaction) async throws {
        guard let contact = try await transaction.all(.contacts([person])).first,
            let address = contact.address
        else { return }
        let words = MailMessages(language: site.catalogue.language(of: contact.locale, asked: nil))
        try await outbox.enqueue(
            words.signInMethodAdded(way, link: site.url("/settings")), to: address, in: transaction)
    }
}
