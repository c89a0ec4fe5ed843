/// Outings, attendance and invitations.
extension Endpoint {
    public static var askForLostLinks: Endpoint { .post("/v1/invitations/resend") }
    public static var resendInvitation: Endpoint {
        .post("/v1/outings/{id}/invitations/{invitationId}/resend")
    }
    public static var claimInvitation: Endpoint { .post("/v1/invitations/{token}/claim") }
    public static var listOutings: Endpoint { .get("/v1/outings") }
    public static var createOuting: Endpoint { .post("/v1/outings") }
    public static var readOuting: Endpoint { .get("/v1/outings/{id}") }
    public static var editOuting: Endpoint { .patch("/v1/outings/{id}") }
    public static var undoEdit: Endpoint { .post("/v1/outings/{id}/undo") }
    public static var deleteOuting: Endpoint { .delete("/v1/outings/{id}") }
    public static var cancelOuting: Endpoint { .put("/v1/outings/{id}/cancellation") }
    public static var reactivateOuting: Endpoint { .delete("/v1/outings/{id}/cancellation") }
    public static var listAttendees: Endpoint { .get("/v1/outings/{id}/attendees") }
    public static var answerInvitation: Endpoint { .put("/v1/outings/{id}/attendance") }
    public static var answerForAttendee: Endpoint { .put("/v1/outings/{id}/attendees/{personId}") }
    public static var takeSeat: Endpoint { .post("/v1/outings/{id}/waitlist/take") }
    public static var removeAttendee: Endpoint { .delete("/v1/outings/{id}/attendees/{personId}") }
    public static var listCompanions: Endpoint { .get("/v1/friends/companions") }
    public static var setRole: Endpoint { .put("/v1/outings/{id}/attendees/{personId}/role") }
    public static var transferHost: Endpoint { .post("/v1/outings/{id}/hosts/transfer") }
    public static var shareOrigin: Endpoint { .put("/v1/outings/{id}/origin") }
    public static var forgetOrigin: Endpoint { .delete("/v1/outings/{id}/origin") }
    public static var countDiets: Endpoint { .get("/v1/outings/{id}/diets") }
    public static var nudge: Endpoint { .post("/v1/outings/{id}/nudge") }
    public static var invite: Endpoint { .post("/v1/outings/{id}/invitations") }
    public static var listLinks: Endpoint { .get("/v1/outings/{id}/links") }
    public static var createLink: Endpoint { .post("/v1/outings/{id}/links") }
    public static var revokeLinks: Endpoint { .delete("/v1/outings/{id}/links") }
    public static var revokeLink: Endpoint { .delete("/v1/outings/{id}/links/{linkId}") }
    public static var readLinkCode: Endpoint { .get("/v1/outings/{id}/links/{linkId}/qr.svg") }
    public static var removeLinkAttendees: Endpoint { .delete("/v1/outings/{id}/links/{linkId}/attendees") }
    public static var openInvitation: Endpoint { .get("/v1/invitations/{token}") }
    public static var giveGuestAddress: Endpoint { .post("/v1/invitations/{token}/address") }
    public static var answerByLink: Endpoint { .put("/v1/invitations/{token}/attendance") }
}
