/// Reports and the operator console.
extension Endpoint {
    public static var findPeopleAsOperator: Endpoint { Endpoint(.get, "/v1/operator/people") }
    public static var signOutAsOperator: Endpoint { Endpoint(.delete, "/v1/operator/people/{id}/sessions") }
    public static var removePictureAsOperator: Endpoint {
        Endpoint(.delete, "/v1/operator/people/{id}/picture")
    }
    public static var renameAsOperator: Endpoint { Endpoint(.put, "/v1/operator/people/{id}/name") }
    public static var eraseAsOperator: Endpoint { Endpoint(.put, "/v1/operator/people/{id}/erasure") }
    public static var listReports: Endpoint { Endpoint(.get, "/v1/operator/reports") }
    public static var closeReport: Endpoint { Endpoint(.post, "/v1/operator/reports/{id}/close") }
    public static var listDeadDeliveries: Endpoint { Endpoint(.get, "/v1/operator/deliveries") }
    public static var retryDeliveries: Endpoint { Endpoint(.post, "/v1/operator/deliveries/retry") }
    public static var readAudit: Endpoint { Endpoint(.get, "/v1/operator/audit") }
    public static var reportPerson: Endpoint { Endpoint(.post, "/v1/people/{id}/reports") }
}
