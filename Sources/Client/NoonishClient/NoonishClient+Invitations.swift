public import Foundation
import JSON
public import NoonishAPI

/// Attendance, invitations and links.
extension NoonishClient {
    /// `GET /v1/outings/{id}/attendees`: lists attendees by status, then by name.
    public func attendees(of id: OutingID) async throws -> Resource<Page<Attendance>> {
        try await read(.get("/v1/outings/\(id)/attendees"))
    }

    /// `PUT /v1/outings/{id}/attendance`
    public func answer(_ id: OutingID, _ answer: NewAnswer) async throws -> Attendance {
        try await writeForValue(.put("/v1/outings/\(id)/attendance", answer))
    }

    /// `PUT /v1/outings/{id}/attendees/{person}`: answers for an attendee, as a host.
    public func answer(_ id: OutingID, for person: PersonID, _ answer: NewAnswer) async throws -> Attendance {
        try await writeForValue(.put("/v1/outings/\(id)/attendees/\(person)", answer))
    }

    /// `DELETE /v1/outings/{id}/attendees/{person}`: removes an attendee, as a host, or the caller.
    public func removeAttendee(_ person: PersonID, from id: OutingID) async throws {
        try await perform(.delete("/v1/outings/\(id)/attendees/\(person)"))
    }

    /// `POST /v1/outings/{id}/invitations`: invites people and returns the whole list of attendees.
    public func invite(_ invitees: Invitees, to id: OutingID) async throws -> InvitationResult {
        try await writeForValue(.post("/v1/outings/\(id)/invitations", invitees))
    }

    /// `POST /v1/outings/{id}/nudge`: reminds the invitees who have not answered, and returns them.
    ///
    /// - Parameter preview: Whether to return them without reminding them.
    public func nudge(_ id: OutingID, preview: Bool = false) async throws -> [Person] {
        let page: Page<Person> = try await writeForValue(
            .post("/v1/outings/\(id)/nudge", ["preview": .boolean(preview)] as JSONValue))
        return page.items
    }

    /// `PUT /v1/outings/{id}/attendees/{person}/role`
    ///
    /// - Parameter role: `cohost` or `invitee`.
    public func setRole(
        _ role: AttendanceRole, of person: PersonID, in id: OutingID
    ) async throws -> Resource<Outing> {
        try await write(
            .put("/v1/outings/\(id)/attendees/\(person)/role", ["role": .string(role.rawValue)] as JSONValue))
    }

    /// `POST /v1/outings/{id}/hosts/transfer`
    public func transfer(_ id: OutingID, to person: PersonID) async throws -> Resource<Outing> {
        try await write(
            .post("/v1/outings/\(id)/hosts/transfer", ["personId": .string("\(person)")] as JSONValue))
    }

    /// `POST /v1/outings/{id}/waitlist/take`: takes the seats that are held for the caller.
    public func takeSeat(at id: OutingID) async throws -> Attendance {
        try await writeForValue(.post("/v1/outings/\(id)/waitlist/take"))
    }

    /// `PUT /v1/outings/{id}/origin`: shares the caller's approximate starting point, for a place that is
    /// fair to all. The call counts as consent.
    public func shareOrigin(latitude: Double, longitude: Double, for id: OutingID) async throws {
        let origin: JSONValue = [
            "latitude": .double(latitude), "longitude": .double(longitude), "consent": true,
        ]
        try await perform(.put("/v1/outings/\(id)/origin", origin))
    }

    /// `DELETE /v1/outings/{id}/origin`
    public func forgetOrigin(for id: OutingID) async throws {
        try await perform(.delete("/v1/outings/\(id)/origin"))
    }

    /// `POST /v1/outings/{id}/links`: creates a link that anyone who has it may open.
    public func makeLink(
        to id: OutingID, expiresAt: Date? = nil, maxUses: Int? = nil
    ) async throws -> OutingLink {
        let expiry = expiresAt.map { $0.formatted(.iso8601) }
        return try await writeForValue(
            .post(
                "/v1/outings/\(id)/links",
                ["expiresAt": .orNull(expiry), "maxUses": .orNull(maxUses)] as JSONValue))
    }

    /// `GET /v1/outings/{id}/links`
    public func links(to id: OutingID) async throws -> Resource<Page<OutingLink>> {
        try await read(.get("/v1/outings/\(id)/links"))
    }

    /// `DELETE /v1/outings/{id}/links/{link}`
    public func revokeLink(_ link: LinkID, to id: OutingID) async throws {
        try await perform(.delete("/v1/outings/\(id)/links/\(link)"))
    }

    /// `GET /v1/invitations/{token}`: returns what the holder of a link may see.
    public func invitation(_ token: String) async throws -> Resource<InvitationView> {
        try await read(.get("/v1/invitations/\(Call.escape(token))"))
    }

    /// `PUT /v1/invitations/{token}/attendance`
    public func answer(link token: String, _ answer: LinkAnswer) async throws -> InvitationView {
        try await writeForValue(.put("/v1/invitations/\(Call.escape(token))/attendance", answer))
    }

    /// `POST /v1/invitations/{token}/claim`: transfers a guest's answers to the caller's account.
    public func claimInvitation(_ token: String) async throws -> InvitationView {
        try await writeForValue(.post("/v1/invitations/\(Call.escape(token))/claim"))
    }

    /// `DELETE /v1/outings/{id}/links`: revokes all links.
    public func revokeLinks(to id: OutingID) async throws {
        try await perform(.delete("/v1/outings/\(id)/links"))
    }

    /// `POST /v1/outings/{id}/invitations/{invitation}/resend`: mails an invitee their link again.
    ///
    /// - Parameter invitation: The value of ``Attendance/invitation``.
    public func resendInvitation(_ invitation: InvitationID, to id: OutingID) async throws {
        try await perform(.post("/v1/outings/\(id)/invitations/\(invitation)/resend"))
    }

    /// `POST /v1/invitations/resend`: mails the links of all invitations for an address to that address. The
    /// response is the same for every address.
    public func requestLostLinks(_ address: String) async throws {
        try await perform(.post("/v1/invitations/resend", ["email": .string(address)] as JSONValue))
    }
}
