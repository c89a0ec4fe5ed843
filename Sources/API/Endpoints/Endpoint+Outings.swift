/// Outings, attendance and invitations.
extension Endpoint {
    public static var askForLostLinks: Endpoint { Endpoint(.post, "/v1/invitations/resend") }
    public static var resendInvitation: Endpoint {
        Endpoint(.post, "/v1/outings/{id}/invitations/{invitationId}/resend")
    }
    public static var claimInvitation: Endpoint { Endpoint(.post, "/v1/invitations/{token}/claim") }
    public static var listOutings: Endpoint { Endpoint(.get, "/v1/outings") }
    public static var createOuting: Endpoint { Endpoint(.post, "/v1/outings") }
    public static var readOuting: Endpoint { Endpoint(.get, "/v1/outings/{id}") }
    public static var editOuting: Endpoint { Endpoint(.patch, "/v1/outings/{id}") }
    public static var undoEdit: Endpoint { Endpoint(.post, "/v1/outings/{id}/undo") }
    public static var deleteOuting: Endpoint { Endpoint(.delete, "/v1/outings/{id}") }
    public static var cancelOuting: Endpoint { Endpoint(.put, "/v1/outings/{id}/cancellation") }
    public static var reactivateOuting: Endpoint { Endpoint(.delete, "/v1/outings/{id}/cancellation") }
    public static var listAttendees: Endpoint { Endpoint(.get, "/v1/outings/{id}/attendees") }
    public static var answerInvitation: Endpoint { Endpoint(.put, "/v1/outings/{id}/attendance") }
    public static var answerForAttendee: Endpoint { Endpoint(.put, "/v1/outings/{id}/attendees/{personId}") }
    public static var takeSeat: Endpoint { Endpoint(.post, "/v1/outings/{id}/waitlist/take") }
    public static var removeAttendee: Endpoint { Endpoint(.delete, "/v1/outings/{id}/attendees/{personId}") }
    public static var listCompanions: Endpoint { Endpoint(.get, "/v1/friends/companions") }
    public static var setRole: Endpoint { Endpoint(.put, "/v1/outings/{id}/attendees/{personId}/role") }
    public static var transferHost: Endpoint { Endpoint(.post, "/v1/outings/{id}/hosts/transfer") }
    public static var shareOrigin: Endpoint { Endpoint(.put, "/v1/outings/{id}/origin") }
    public static var forgetOrigin: Endpoint { Endpoint(.delete, "/v1/outings/{id}/origin") }
    public static var countDiets: Endpoint { Endpoint(.get, "/v1/outings/{id}/diets") }
    public static var nudge: Endpoint { Endpoint(.post, "/v1/outings/{id}/nudge") }
    public static var invite: Endpoint { Endpoint(.post, "/v1/outings/{id}/invitations") }
    public static var listLinks: Endpoint { Endpoint(.get, "/v1/outings/{id}/links") }
    public static var createLink: Endpoint { Endpoint(.post, "/v1/outings/{id}/links") }
    public static var revokeLinks: Endpoint { Endpoint(.delete, "/v1/outings/{id}/links") }
    public static var revokeLink: Endpoint { Endpoint(.delete, "/v1/outings/{id}/links/{linkId}") }
    public static var readLinkCode: Endpoint { Endpoint(.get, "/v1/outings/{id}/links/{linkId}/qr.svg") }
    public static var removeLinkAttendees: Endpoint {
        Endpoint(.delete, "/v1/outings/{id}/links/{linkId}/attendees")
    }
    public static var openInvitation: Endpoint { Endpoint(.get, "/v1/invitations/{token}") }
    public static var giveGuestAddress: Endpoint { Endpoint(.post, "/v1/invitations/{token}/address") }
    public static var answerByLink: Endpoint { Endpoint(.put, "/v1/invitations/{token}/attendance") }
}
