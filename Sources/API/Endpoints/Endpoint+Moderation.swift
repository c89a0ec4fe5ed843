/// Reports and the operator console.
extension Endpoint {
    public static var findPeopleAsOperator: Endpoint { .get("/v1/operator/people") }
    public static var signOutAsOperator: Endpoint { .delete("/v1/operator/people/{id}/sessions") }
    public static var removePictureAsOperator: Endpoint { .delete("/v1/operator/people/{id}/picture") }
    public static var renameAsOperator: Endpoint { .put("/v1/operator/people/{id}/name") }
    public static var eraseAsOperator: Endpoint { .put("/v1/operator/people/{id}/erasure") }
    public static var listReports: Endpoint { .get("/v1/operator/reports") }
    public static var closeReport: Endpoint { .post("/v1/operator/reports/{id}/close") }
    public static var listDeadDeliveries: Endpoint { .get("/v1/operator/deliveries") }
    public static var retryDeliveries: Endpoint { .post("/v1/operator/deliveries/retry") }
    public static var readAudit: Endpoint { .get("/v1/operator/audit") }
    public static var reportPerson: Endpoint { .post("/v1/people/{id}/reports") }
}
