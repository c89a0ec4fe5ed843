package import Access
internal import Accounts
internal import HTTPKit
internal import HTTPTypes
internal import JSON
internal import NoonishAPI
internal import OpenAPI
internal import Privacy

extension OperatorRoutes {
    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] =
        [
            RouteDescription(
                .get, "/v1/operator/people", id: "findPeopleAsOperator", .anyone, "Find people",
                "Every look is in the book. To everybody but operators there is no console: 404.",
                parameters: [
                    .query("query", .text(1...254, "leila"), isRequired: true, "Name, address or id.")
                ],
                answers: [.ok(.page(of: .managedPerson), "On one page")], problems: [.notFound]),
            act(
                .delete, "/v1/operator/people/{id}/sessions", id: "signOutAsOperator",
                "End somebody's sessions"),
            act(
                .delete, "/v1/operator/people/{id}/picture", id: "removePictureAsOperator",
                "Take somebody's picture away"),
            act(
                .put, "/v1/operator/people/{id}/name", id: "renameAsOperator", "Rename somebody",
                body: .json(.object(.field("name", .ownName)))),
            act(
                .put, "/v1/operator/people/{id}/erasure", id: "eraseAsOperator",
                "Have somebody forgotten in seven days"),
            RouteDescription(
                .get, "/v1/operator/reports", id: "listReports", .anyone, "Open reports, the oldest first",
                answers: [.ok(.page(of: .report), "On one page")], problems: [.notFound]),
            act(
                .post, "/v1/operator/reports/{id}/close", id: "closeReport", "Close a report",
                body: .json(
                    .object(.field("outcome", .text(1...500, multiline: true, "Renamed them."))))),
            RouteDescription(
                .get, "/v1/operator/deliveries", id: "listDeadDeliveries", .anyone,
                "News that could not be delivered",
                answers: [.ok(.page(of: .deadDelivery), "On one page, the newest first")],
                problems: [.notFound]),
            act(
                .post, "/v1/operator/deliveries/retry", id: "retryDeliveries", "Deliver them after all",
                body: .json(
                    .object(.optional("watches", .array(of: .id, max: 1_000).orNull)), isRequired: false)),
            RouteDescription(
                .get, "/v1/operator/audit", id: "readAudit", .anyone, "The newest lines of the book",
                parameters: [.limit(100, most: 1_000)],
                answers: [.ok(.page(of: .auditLine), "On one page")], problems: [.notFound]),
        ] + OperatorPage.descriptions

    /// What changes something: for operators who signed in of late.
    private static func act(
        _ method: HTTPRequest.Method, _ path: String, id: String, _ summary: String, body: Body? = nil
    ) -> RouteDescription {
        RouteDescription(
            method, path, id: id, .anyone, summary, "`Idempotency-Key` is ignored.", body: body,
            answers: [.done("Done, and in the book")], problems: [.notFound, .signInAgain],
            isIdempotent: false)
    }
}

extension OperatorPage {
    static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, "/operator", id: "showConsole", .anyone, kind: .page, "The operator's console as a page",
            parameters: [.query("query", .text(0...254, "leila"), "Name, address or id.")],
            answers: [.page("The console")], problems: [.notFound]),
        RouteDescription(
            .post, "/operator", id: "actOnConsole", .anyone, kind: .page, "Do something there",
            body: .form(
                .object(
                    .field("act", .text(1...40, "sign_out")),
                    .field("id", .text(1...36, "0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05")),
                    .optional("words", .text(1...500, "…")), .optional("csrf", .text(0...100, "…")))),
            answers: [.seeOther("The console again")], problems: [.notFound, .staleForm, .signInAgain]),
    ]
}

extension Schema {
    fileprivate static let managedPerson = Schema.named(
        "OperatedPerson",
        .object(
            .field("id", .id), .field("kind", .words(["member", "guest"])), .field("name", .string("Leila")),
            .field("addresses", .array(of: .string("leila@example.org"))), .field("hasPicture", .boolean),
            .field("isOperator", .boolean), .field("sessions", .integer(0...Int.max, 2)),
            .field("openReports", .integer(0...Int.max)), .field("erasureDueAt", .instant.orNull),
            .field("createdAt", .instant)))

    fileprivate static let report = Schema.named(
        "Report",
        .object(
            .field("id", .id),
            .field("about", .object(.field("id", .id), .field("name", .string("Tom")))),
            .field("by", .id.orNull, "Null once they were forgotten."),
            .field("reason", .oneOf(ReportReason.self)), .field("words", .string("Not their name.").orNull),
            .field("quote", .string("Rude words").orNull, "The message that is reported, as it stood."),
            .field("at", .instant)))

    fileprivate static let deadDelivery = Schema.named(
        "DeadDelivery",
        .object(
            .field("watch", .id), .field("person", .id), .field("channel", .string("mail")),
            .field("diedAt", .instant), .field("why", .string("550 no such user"))))

    fileprivate static let auditLine = Schema.named(
        "AuditLine",
        .object(
            .field("actor", .id.orNull), .field("at", .instant), .field("action", .string("session.started")),
            .field("object", .string("session:0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05").orNull),
            .field("outcome", .string("allowed")), .field("network", .string("203.0.113.0/24").orNull)))
}
