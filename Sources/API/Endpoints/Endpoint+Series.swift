/// Recurring outings.
extension Endpoint {
    public static var listSeries: Endpoint { Endpoint(.get, "/v1/series") }
    public static var createSeries: Endpoint { Endpoint(.post, "/v1/series") }
    public static var readSeries: Endpoint { Endpoint(.get, "/v1/series/{id}") }
    public static var editSeries: Endpoint { Endpoint(.patch, "/v1/series/{id}") }
    public static var endSeries: Endpoint { Endpoint(.delete, "/v1/series/{id}") }
    public static var skipDate: Endpoint { Endpoint(.post, "/v1/series/{id}/skips") }
    public static var unskipDate: Endpoint { Endpoint(.delete, "/v1/series/{id}/skips/{date}") }
    public static var addToSeries: Endpoint { Endpoint(.post, "/v1/series/{id}/people") }
    public static var removeFromSeries: Endpoint { Endpoint(.delete, "/v1/series/{id}/people/{personId}") }
    public static var removeSeriesInvitee: Endpoint {
        Endpoint(.delete, "/v1/series/{id}/invitees/{inviteeId}")
    }
    public static var answerSeries: Endpoint { Endpoint(.put, "/v1/series/{id}/standing") }
    public static var transferSeries: Endpoint { Endpoint(.post, "/v1/series/{id}/host") }
}
