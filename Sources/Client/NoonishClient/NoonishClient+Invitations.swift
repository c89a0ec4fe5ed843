public import Foundation
import JSON
public import NoonishAPI

/// Attendance, invitations and links.
extension NoonishClient {
    /// Lists attendees by status, then by name.
    public func attendees(of id: OutingID) async throws -> Resource<Page<Attendance>> {
        try await read(Call(.listAttendees, id))
    }

    /// Sets the caller's answer.
    public func answer(_ id: OutingID, _ answer: NewAnswer) async throws -> Attendance {
        try await writeForValue(Call(.answerInvitation, id, body: answer))
    }

    /// Answers for an attendee, as a host.
    public func answer(_ id: OutingID, for person: PersonID, _ answer: NewAnswer) async throws -> Attendance {
        try await writeForValue(Call(.answerForAttendee, id, person, body: answer))
    }

    /// Removes an attendee, as a host, or the caller.
    public func removeAttendee(_ person: PersonID, from id: OutingID) async throws {
        try await perform(Call(.removeAttendee, id, person))
    }

    /// Invites people and returns the whole list of attendees.
    public func invite(_ invitees: Invitees, to id: OutingID) async throws -> InvitationResult {
        try await writeForValue(Call(.invite, id, body: invitees))
    }

    /// Counts the people of an outing by dietary need, for a caterer.
    public func dietCounts(of id: OutingID) async throws -> Resource<DietCounts> {
        try await read(Call(.countDiets, id))
    }

    /// Reminds the invitees who have not answered, and returns them with how news reaches them.
    ///
    /// - Parameter preview: Whether to return them without reminding them.
    public func nudge(_ id: OutingID, preview: Bool = false) async throws -> ReminderRecipients {
        try await writeForValue(Call(.nudge, id, body: ["preview": .boolean(preview)] as JSONValue))
    }

    /// Sets the role of an attendee.
    ///
    /// - Parameter role: `cohost` or `invitee`.
    public func setRole(
        _ role: AttendanceRole, of person: PersonID, in id: OutingID
    ) async throws -> Resource<Outing> {
        try await write(
            Call(.setRole, id, person, body: ["role": .string(role.rawValue)] as JSONValue))
    }

    /// Makes another attendee the host.
    public func transfer(_ id: OutingID, to person: PersonID) async throws -> Resource<Outing> {
        try await write(
            Call(.transferHost, id, body: ["personId": .string("\(person)")] as JSONValue))
    }

    /// Takes the seats that are held for the caller.
    public func takeSeat(at id: OutingID) async throws -> Attendance {
        try await writeForValue(Call(.takeSeat, id))
    }

    /// Shares the caller's approximate starting point, for a place that is fair to all. The call counts as
    /// consent.
    public func shareOrigin(latitude: Double, longitude: Double, for id: OutingID) async throws {
        let origin: JSONValue = [
            "latitude": .double(latitude), "longitude": .double(longitude), "consent": true,
        ]
        try await perform(Call(.shareOrigin, id, body: origin))
    }

    /// Removes the caller's starting point.
    public func forgetOrigin(for id: OutingID) async throws {
        try await perform(Call(.forgetOrigin, id))
    }

    /// Creates a link that anyone who has it may open.
    ///
    /// - Parameter maxPartySize: The largest party of a person who comes by it; `nil` for the usual limit.
    public func makeLink(
        to id: OutingID, expiresAt: Date? = nil, maxUses: Int? = nil, maxPartySize: Int? = nil
    ) async throws -> OutingLink {
        let expiry = expiresAt.map { $0.formatted(.iso8601) }
        return try await writeForValue(
            Call(
                .createLink, id,
                body: [
                    "expiresAt": .orNull(expiry), "maxUses": .orNull(maxUses),
                    "maxPartySize": .orNull(maxPartySize),
                ] as JSONValue))
    }

    /// Lists the share links of an outing.
    public func links(to id: OutingID) async throws -> Resource<Page<OutingLink>> {
        try await read(Call(.listLinks, id))
    }

    /// Revokes a share link.
    public func revokeLink(_ link: LinkID, to id: OutingID) async throws {
        try await perform(Call(.revokeLink, id, link))
    }

    /// Revokes a share link and removes everyone who came by it.
    public func removeAttendees(cameBy link: LinkID, from id: OutingID) async throws {
        try await perform(Call(.removeLinkAttendees, id, link))
    }

    /// Returns what the holder of a link may see.
    public func invitation(_ token: String) async throws -> Resource<InvitationView> {
        try await read(Call(.openInvitation, token))
    }

    /// Answers an invitation by its link.
    public func answer(link token: String, _ answer: LinkAnswer) async throws -> InvitationView {
        try await writeForValue(Call(.answerByLink, token, body: answer))
    }

    /// Gives an address for news as a guest. A mail with a link confirms it.
    ///
    /// - Parameter token: The token of the guest's personal link.
    public func giveAddress(_ address: String, asGuestWith token: String) async throws {
        try await perform(Call(.giveGuestAddress, token, body: ["email": .string(address)] as JSONValue))
    }

    /// Transfers a guest's answers to the caller's account.
    public func claimInvitation(_ token: String) async throws -> InvitationView {
        try await writeForValue(Call(.claimInvitation, token))
    }

    /// Revokes all links.
    public func revokeLinks(to id: OutingID) async throws {
        try await perform(Call(.revokeLinks, id))
    }

    /// Mails an invitee their link again.
    ///
    /// - Parameter invitation: The value of ``Attendance/invitation``.
    public func resendInvitation(_ invitation: InvitationID, to id: OutingID) async throws {
        try await perform(Call(.resendInvitation, id, invitation))
    }

    /// Mails the links of all invitations for an address to that address. The response is the same for
    /// every address.
    public func requestLostLinks(_ address: String) async throws {
        try await perform(Call(.askForLostLinks, body: ["email": .string(address)] as JSONValue))
    }
}
