internal import Access
internal import Foundation
internal import HTTPKit
internal import Localization
internal import NoonishAPI
internal import Postgres

extension ProviderSignIn {
    /// Begins a session for whoever `identity` is; somebody new becomes a member.
    ///
    /// An identity that nobody has yet goes to the account with its address only if the provider verified that address
    /// and the operator believes this provider about it. Else it begins an account of its own: otherwise whoever can
    /// write any address into a provider's form would own the account of whom it belongs to.
    func signIn(
        _ identity: ProvenIdentity, by provider: IdentityProvider, for visit: VisitRow, at door: Door
    ) async throws -> NewSession {
        let now = clock.now()
        return try await database.transaction { transaction in
            _ = try await transaction.one(.lockIdentity(identity.issuer, identity.subject))
            let known = try await transaction.first(.owner(ofIdentity: identity.issuer, identity.subject))
            if visit.purpose == .signInAgain, known?.person != visit.person {
                throw IdentityProblems.someoneElse
            }
            let person: PersonID
            var news: AuditLine?
            if let known {
                person = known.person
                try await use(known.id, identity, provider, now: now, in: transaction)
            } else {
                person = try await owner(ofNew: identity, by: provider, in: transaction)
                news = try await add(identity, provider, to: person, now: now, in: transaction)
            }
            let session = try await start.begin(
                for: person, at: door, provenAt: identity.provenAt, in: transaction)
            if let news { try await transaction.audit(news) }
            return session
        }
    }

    /// Gives `identity` to somebody who is signed in.
    ///
    /// - Throws: 409 if it is another account's.
    func link(_ identity: ProvenIdentity, by provider: IdentityProvider, to person: PersonID) async throws {
        let now = clock.now()
        try await database.transaction { transaction in
            _ = try await transaction.one(.lockIdentity(identity.issuer, identity.subject))
            let known = try await transaction.first(.owner(ofIdentity: identity.issuer, identity.subject))
            if let known {
                guard known.person == person else { throw IdentityProblems.identityTaken }
                try await use(known.id, identity, provider, now: now, in: transaction)
            } else {
                guard
                    try await transaction.one(.identityCount(of: person)) < IdentityLimits.identities
                else { throw IdentityProblems.tooManyIdentities }
                try await tell(of: provider, person, in: transaction)
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
            .memberOwning(
                address, otherwise: .make(), name: identity.name ?? PersonName.from(address: address)))
        if isKnown { try await tell(of: provider, person, in: transaction) }
        return person
    }

    /// - Returns: What is to stand in the book, as the transaction's last act.
    private func add(
        _ identity: ProvenIdentity, _ provider: IdentityProvider, to person: PersonID, now: Date?,
        in transaction: Transaction
    ) async throws -> AuditLine {
        let id = IdentityID.make()
        try await transaction.execute(
            .insertIdentity(id, identity, provider: provider.id, of: person, now: now))
        if provider.isFacebook { try await transaction.execute(.setFriends(identity.friends, of: id)) }
        return AuditLine(.wayInAdded, "identity:\(id)", by: person)
    }

    private func use(
        _ id: IdentityID, _ identity: ProvenIdentity, _ provider: IdentityProvider, now: Date?,
        in transaction: Transaction
    ) async throws {
        try await transaction.execute(.useIdentity(id, identity, provider: provider.id, now: now))
        if provider.isFacebook { try await transaction.execute(.setFriends(identity.friends, of: id)) }
    }

    private func tell(of provider: IdentityProvider, _ person: PersonID, in transaction: Transaction)
        async throws
    {
        try await WayInNotice(site: site, outbox: outbox).added(
            provider.label, to: person, in: transaction)
    }
}

/// The mail that says that an account got another way in: whose account it is shall know if it was not them.
struct WayInNotice: Sendable {
    let site: Site
    let outbox: MailOutbox

    /// - Parameter way: as its owner knows it: the provider's label, or the passkey's name.
    func added(_ way: String, to person: PersonID, in transaction: Transaction) async throws {
        guard let contact = try await transaction.all(.contacts([person])).first,
            let address = contact.address
        else { return }
        let words = MailWords(language: site.catalogue.language(of: contact.locale, asked: nil))
        try await outbox.enqueue(
            words.wayInAdded(way, link: site.url("/settings")), to: address, in: transaction)
    }
}
