package import Access
package import Accounts
import Encoding
import Foundation
import HTTPKit
import Initializers
import NoonishAPI
import Postgres

/// Addresses that guests of share links give for the news of their outing. An address is used after its owner has
/// confirmed it with a link in a mail, and no one else sees it.
@MemberwiseInit
package struct GuestAddressEdits: Sendable {
    let outbox: MailOutbox
    let site: Site

    private static let addressLimit = DurableLimit(
        "guest_address", most: OutingLimits.linkMailsPerHour, window: .seconds(3_600))
    private static let repeatLimit = DurableLimit(
        "guest_address_repeats", most: OutingLimits.linkMailsPerHour, window: .seconds(3_600))
    private static let invitationLimit = DurableLimit(
        "guest_address_invitation", most: OutingLimits.addressMailsPerInvitation, window: .seconds(86_400))
    private static let networkLimit = DurableLimit(
        "guest_address_network", most: OutingLimits.linkMailsPerNetwork, window: .seconds(3_600))

    /// Mails a link with which the owner of `address` confirms it.
    ///
    /// An address for which others have requested as many mails as it gets in an hour gets no more of them. The response
    /// does not reveal that, as the address may belong to another person.
    ///
    /// - Parameter token: The token of the guest's personal link.
    /// - Throws: ``Denial/notFound`` for another token; 422 `address_in_settings` for a member; 409 for an outing
    ///   that is over or cancelled; 429 above the limits of the guest, for all addresses and for this one, and of the network.
    func request(
        _ address: String, forLink token: String, from call: Call, in transaction: Transaction
    ) async throws {
        guard let invitation = try await transaction.first(.invitation(TokenHash(token))),
            let outing = try await transaction.first(.outing(invitation.outing, for: invitation.person))
        else { throw Denial.notFound }
        _ = try decide(
            invitation.holder, .openInvitation, outing.id, as: outing.relation(of: invitation.holder))
        guard invitation.isGuest else { throw OutingProblems.addressInSettings }
        guard !outing.isOver else { throw OutingProblems.answersClosed }
        guard outing.stage != .cancelled else { throw OutingProblems.cancelled }
        let network = PeerAddress.remoteLimitKey(call.context.peer)
        let limits = [
            (Self.repeatLimit, "\(invitation.id) \(address)"),
            (Self.invitationLimit, invitation.id.description), (Self.networkLimit, network),
        ]
        for case (let limit, let caller?) in limits {
            guard try await limit.take(by: caller, in: transaction) else {
                throw try await limit.problem(of: caller, in: transaction)
            }
        }
        guard try await Self.addressLimit.take(by: address, in: transaction) else { return }
        let confirmation = AddressConfirmation(
            outing: outing.id, invitation: invitation.id, address: address)
        try await outbox.enqueue(
            MailMessages(language: call.language()).addressConfirmation(
                title: outing.state.title, link: site.url(confirmation.path(site.key))),
            to: address, in: transaction)
    }

    /// Stores a confirmed address, and mails news to it from the present revision on.
    ///
    /// - Throws: ``Denial/notFound`` if the invitation has ended, or belongs to a member now.
    func confirm(_ confirmation: AddressConfirmation, in transaction: Transaction) async throws {
        guard
            let invitation = try await transaction.first(
                .invitation(confirmation.invitation, to: confirmation.outing)),
            invitation.isGuest,
            let outing = try await transaction.locked(invitation.outing, for: invitation.person)
        else { throw Denial.notFound }
        _ = try decide(
            invitation.holder, .openInvitation, outing.id, as: outing.relation(of: invitation.holder))
        try await transaction.execute(.storeGuestAddress(confirmation.address, of: invitation))
        try await transaction.execute(.resumeMail(to: invitation.person, about: outing))
    }
}

/// An address that a guest gave, with a code that only the server can make and only the address's owner receives.
struct AddressConfirmation: MailedToken {
    let outing: OutingID
    let invitation: InvitationID
    let address: String

    func path(_ key: SecretKey) -> String {
        "/address/\(outing).\(invitation).\(Base64URL.encode(Array(address.utf8))).\(code(key))"
    }

    private func code(_ key: SecretKey) -> String {
        key.token("guest_address", outing.description, invitation.description, address)
    }
}

extension AddressConfirmation {
    /// Parses the last part of ``path(_:)``.
    init?(_ text: String, _ key: SecretKey) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, let outing = OutingID(parts[0]), let invitation = InvitationID(parts[1]),
            let bytes = Base64URL.decode(parts[2]), let address = String(validating: bytes, as: UTF8.self)
        else { return nil }
        self.init(outing: outing, invitation: invitation, address: address)
        guard equalInConstantTime(parts[3].utf8, code(key).utf8) else { return nil }
    }
}

extension Command {
    fileprivate static func storeGuestAddress(_ address: String, of invitation: InvitationRow) -> Self {
        Command(
            "outings.store_guest_address",
            """
            UPDATE invitation
               SET own_address = \(address)
             WHERE outing_id = \(invitation.outing) AND id = \(invitation.id)
            """)
    }

    /// Starts mail to a person, or starts it again after they stopped it. The caller holds the outing's row lock.
    fileprivate static func resumeMail(to person: PersonID, about outing: OutingRow) -> Self {
        Command(
            "outings.resume_mail",
            """
            INSERT INTO outing_watch AS w (outing_id, id, person_id, channel, sent_rev)
            VALUES (\(outing.id), \(WatchID.make()), \(person), 'mail', \(outing.rev))
                ON CONFLICT ON CONSTRAINT outing_watch_once_an_endpoint DO UPDATE
               SET live = true, muted = false, leaving = false, ended_at = NULL, sent_rev = excluded.sent_rev
             WHERE NOT w.live
            """)
    }
}
