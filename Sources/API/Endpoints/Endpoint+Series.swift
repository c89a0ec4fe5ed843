/// Recurring outings.
extension Endpoint {
    public static var listSeries: Endpoint { .get("/v1/series") }
    public static var createSeries: Endpoint { .post("/v1/series") }
    public static var readSeries: Endpoint { .get("/v1/series/{id}") }
    public static var editSeries: Endpoint { .patch("/v1/series/{id}") }
    public static var endSeries: Endpoint { .delete("/v1/series/{id}") }
    public static var skipDate: Endpoint { .post("/v1/series/{id}/skips") }
    public static var unskipDate: Endpoint { .delete("/v1/series/{id}/skips/{date}") }
    public static var addToSeries: Endpoint { .post("/v1/series/{id}/people") }
    public static var removeFromSeries: Endpoint { .delete("/v1/series/{id}/people/{personId}") }
    public static var removeSeriesInvitee: Endpoint { .delete("/v1/series/{id}/invitees/{inviteeId}") }
    public static var answerSeries: Endpoint { .put("/v1/series/{id}/standing") }
    public static var readSeriesLink: Endpoint { .get("/v1/series/{id}/link") }
    public static var createSeriesLink: Endpoint { .post("/v1/series/{id}/link") }
    public static var revokeSeriesLink: Endpoint { .delete("/v1/series/{id}/link") }
    public static var readSeriesLinkCode: Endpoint { .get("/v1/series/{id}/link/qr.svg") }
    public static var openSeriesInvitation: Endpoint { .get("/v1/series-invitations/{token}") }
    public static var transferSeries: Endpoint { .post("/v1/series/{id}/host") }
}
