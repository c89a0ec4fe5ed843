import Access
import Accounts
import HTTPKit
import HTTPTypes
import JSON
import NoonishAPI
import OpenAPI
import Privacy

extension Schema {
    static let managedPerson = Schema.named(
        "OperatedPerson",
        .object(
            .field("id", .id), .field("kind", .words(["member", "guest"])), .field("name", .string("Leila")),
            .field("addresses", .array(of: .string("leila@example.org"))), .field("hasPicture", .boolean),
            .field("isOperator", .boolean), .field("sessions", .integer(0...Int.max, 2)),
            .field("openReports", .integer(0...Int.max)), .field("erasureDueAt", .instant.orNull),
            .field("createdAt", .instant)))

    static let report = Schema.named(
        "Report",
        .object(
            .field("id", .id),
            .field(
                "about", .object(.field("id", .id), .field("name", .string("Tom"))),
                "A person, or the venue whose message was reported."),
            .field("isAboutVenue", .boolean),
            .field("by", .id.orNull, "Null after the erasure of that person."),
            .field("reason", .oneOf(ReportReason.self)), .field("words", .string("Not their name.").orNull),
            .field(
                "quote", .string("Rude words").orNull,
                "The reported message's text at the time of the report."),
            .field("at", .instant)))

    static let deadDelivery = Schema.named(
        "DeadDelivery",
        .object(
            .field("watch", .id), .field("person", .id), .field("channel", .string("mail")),
            .field("diedAt", .instant), .field("why", .string("550 no such user"))))

    static let auditLine = Schema.named(
        "AuditLine",
        .object(
            .field("actor", .id.orNull), .field("at", .instant), .field("action", .string("session.started")),
            .field("object", .string("session:0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05").orNull),
            .field("outcome", .string("allowed")), .field("network", .string("203.0.113.0/24").orNull)))
}
