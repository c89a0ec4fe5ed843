import Access
import Accounts
import HTTPKit
import Localization
import NoonishAPI
import Postgres

/// The transactions that create and answer friend requests.
///
/// Each locks the pair of people first. If two people send each other requests at the same time, the later
/// one finds the earlier one and makes them friends.
package struct FriendEdits: Sendable {
    let outbox: MailOutbox
    let site: Site

    private static let mailLimit = DurableLimit(
        "friend_mails", most: PeopleLimits.friendMailsPerDay, window: .seconds(86_400))

    /// Sends a friend request to the owner of `address`. Performs the same work whether or not the address
    /// has an owner, and whether or not the owner has blocked the caller: a caller who is blocked is treated
    /// as if no one owned the address.
    func request(_ me: Capability<PersonID>, address: String, in transaction: Transaction) async throws {
        let owner = try await transaction.one(.member(withAddress: address, notBlocking: me.object))
        guard owner != me.object else { throw FriendProblems.oneself("/email") }
        let other = owner ?? .make()
        _ = try await transaction.one(.lockPair(me.object.description, owner?.description ?? address))
        if try await resolveWithoutRequest(me.object, other, in: transaction) { return }
        try await sendRequest(me.object, person: nil, address: address, mailTo: address, in: transaction)
    }

    /// Sends a friend request to a member whom the caller is acquainted with.
    func request(_ me: Capability<PersonID>, person: PersonID, in transaction: Transaction) async throws {
        guard person != me.object else { throw FriendProblems.oneself("/personId") }
        guard try await transaction.first(.isMember(person)) == true else { throw FriendProblems.noAccount }
        _ = try await transaction.one(.lockPair(me.object.description, person.description))
        if try await resolveWithoutRequest(me.object, person, in: transaction) { return }
        let address = try await transaction.first(.mailAddress(of: person))
        try await sendRequest(me.object, person: person, address: nil, mailTo: address, in: transaction)
    }

    /// Accepts a friend request, and with it any other requests from the same person.
    ///
    /// - Throws: ``Denial/notFound`` if there is no such request, or it was withdrawn.
    func accept(
        _ request: FriendRequestID, by me: Capability<PersonID>, in transaction: Transaction
    ) async throws -> Friend {
        let other = try await lockRequest(request, for: me, in: transaction)
        guard let friend = try await acceptAllRequests(me.object, from: other, in: transaction) else {
            throw Denial.notFound
        }
        return friend
    }

    /// Declines a friend request, and with it any other requests from the same person.
    ///
    /// - Throws: The same errors as ``accept(_:by:in:)``.
    func decline(
        _ request: FriendRequestID, by me: Capability<PersonID>, in transaction: Transaction
    ) async throws {
        let other = try await lockRequest(request, for: me, in: transaction)
        let deleted = try await transaction.all(.deleteRequests(from: other, to: me.object))
        guard !deleted.isEmpty else { throw Denial.notFound }
    }

    private func lockRequest(
        _ request: FriendRequestID, for me: Capability<PersonID>, in transaction: Transaction
    ) async throws -> PersonID {
        guard let other = try await transaction.first(.sender(of: request, to: me)) else {
            throw Denial.notFound
        }
        _ = try await transaction.one(.lockPair(me.object.description, other.description))
        return other
    }

    /// Returns whether no request is needed: the two are friends already, or become friends because the other
    /// person had sent a request.
    private func resolveWithoutRequest(_ me: PersonID, _ other: PersonID, in transaction: Transaction)
        async throws -> Bool
    {
        if try await transaction.one(.areFriends(me, other)) { return true }
        return try await acceptAllRequests(me, from: other, in: transaction) != nil
    }

    /// Makes the two friends if `other` has sent a request, and deletes the requests in both directions.
    /// Returns `nil` if there was no request.
    private func acceptAllRequests(
        _ me: PersonID, from other: PersonID, in transaction: Transaction
    ) async throws -> Friend? {
        guard try await !transaction.all(.deleteRequests(from: other, to: me)).isEmpty else { return nil }
        _ = try await transaction.all(.deleteRequests(from: me, to: other))
        return try await transaction.one(.befriend(me, other))
    }

    private func sendRequest(
        _ me: PersonID, person: PersonID?, address: String?, mailTo: String?, in transaction: Transaction
    ) async throws {
        guard try await transaction.one(.openRequests(of: me)) < PeopleLimits.openRequests else {
            throw FriendProblems.tooManyOpen
        }
        try await Self.mailLimit.require(
            by: me.description, counting: .requestMails(of: me), in: transaction)
        try await transaction.execute(.insertRequest(.make(), from: me, person: person, address: address))
        guard let mailTo, try await transaction.first(.mayMailRequest(from: me, to: mailTo)) != nil,
            let name = try await transaction.first(.people([me]))?.name
        else { return }
        let locale = try await transaction.first(.mailLocale(of: mailTo, otherwise: me)) ?? nil
        let language = site.catalogue.language(of: locale)
        let content = MailMessages(language: language).friendRequest(from: name, link: site.url("/friends"))
        let mail = try await outbox.enqueue(content, to: mailTo, in: transaction)
        try await transaction.execute(.deleteMail(mail, to: mailTo, ifBlockedWith: me))
    }
}
