internal import Access
internal import Accounts
internal import Localization
internal import NoonishAPI
internal import Postgres

/// The transactions that make and answer friend requests.
///
/// What touches two people takes a lock on the pair first: of two requests that cross, the later one finds the other and
/// becomes a friendship.
package struct FriendEdits: Sendable {
    let outbox: MailOutbox
    let site: Site

    /// Asks whoever owns `address`. The work is the same whether anybody does, and whether they want to hear of it: to
    /// somebody they have blocked the owner is nobody.
    func request(_ me: Capability<PersonID>, address: String, in transaction: Transaction) async throws {
        let owner = try await transaction.one(.member(withAddress: address, notBlocking: me.object))
        guard owner != me.object else { throw FriendProblems.oneself("/email") }
        let other = owner ?? .make()
        _ = try await transaction.one(.lockPair(me.object.description, owner?.description ?? address))
        if try await settle(me.object, other, in: transaction) { return }
        try await ask(me.object, person: nil, address: address, mailTo: address, in: transaction)
    }

    /// Asks a member one is acquainted with.
    func request(_ me: Capability<PersonID>, person: PersonID, in transaction: Transaction) async throws {
        guard person != me.object else { throw FriendProblems.oneself("/personId") }
        guard try await transaction.first(.isMember(person)) == true else { throw FriendProblems.noAccount }
        _ = try await transaction.one(.lockPair(me.object.description, person.description))
        if try await settle(me.object, person, in: transaction) { return }
        let address = try await transaction.first(.mailAddress(of: person))
        try await ask(me.object, person: person, address: nil, mailTo: address, in: transaction)
    }

    /// - Throws: ``Denial/notFound`` if nobody asked, or took it back.
    func accept(
        _ request: FriendRequestID, by me: Capability<PersonID>, in transaction: Transaction
    ) async throws -> Friend {
        let other = try await open(request, for: me, in: transaction)
        guard let friend = try await acceptEverything(me.object, from: other, in: transaction) else {
            throw Denial.notFound
        }
        return friend
    }

    /// - Throws: as ``accept(_:by:in:)``.
    func decline(
        _ request: FriendRequestID, by me: Capability<PersonID>, in transaction: Transaction
    ) async throws {
        let other = try await open(request, for: me, in: transaction)
        let taken = try await transaction.all(.takeRequests(from: other, to: me.object))
        guard !taken.isEmpty else { throw Denial.notFound }
    }

    private func open(
        _ request: FriendRequestID, for me: Capability<PersonID>, in transaction: Transaction
    ) async throws -> PersonID {
        guard let other = try await transaction.first(.sender(of: request, to: me)) else {
            throw Denial.notFound
        }
        _ = try await transaction.one(.lockPair(me.object.description, other.description))
        return other
    }

    /// Whether nothing is left to ask: they are friends, or the other asked before and now are.
    private func settle(_ me: PersonID, _ other: PersonID, in transaction: Transaction) async throws -> Bool {
        if try await transaction.one(.areFriends(me, other)) { return true }
        return try await acceptEverything(me, from: other, in: transaction) != nil
    }

    /// Makes friends if `other` asked; then no request is left in either direction.
    private func acceptEverything(
        _ me: PersonID, from other: PersonID, in transaction: Transaction
    ) async throws -> Friend? {
        guard try await !transaction.all(.takeRequests(from: other, to: me)).isEmpty else { return nil }
        _ = try await transaction.all(.takeRequests(from: me, to: other))
        return try await transaction.one(.befriend(me, other))
    }

    private func ask(
        _ me: PersonID, person: PersonID?, address: String?, mailTo: String?, in transaction: Transaction
    ) async throws {
        guard try await transaction.one(.mayAsk(me)) else { throw FriendProblems.tooManyRequests }
        try await transaction.execute(.insertRequest(.make(), from: me, person: person, address: address))
        guard let mailTo, try await transaction.first(.mayMailRequest(from: me, to: mailTo)) != nil,
            let name = try await transaction.first(.people([me]))?.name
        else { return }
        let locale = try await transaction.first(.mailLocale(of: mailTo, otherwise: me)) ?? nil
        let language = site.catalogue.language(of: locale)
        let content = MailWords(language: language).friendRequest(from: name, link: site.url("/friends"))
        let mail = try await outbox.enqueue(content, to: mailTo, in: transaction)
        try await transaction.execute(.dropMail(mail, to: mailTo, ifBlockedWith: me))
    }
}
