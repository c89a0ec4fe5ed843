package import Access
import Accounts
import HTTPKit
import HTTPTypes
import JSON
import OpenAPI

extension Parameter {
    static let personalToken = Parameter.path(
        "token", .string("kYd3wJ0m8Qe2Xv5tLr9bNc7hPz1aSf4gUi6oWq0yEjM"), "The token of a personal link.")
}

extension RouteProblem {
    /// 401 for a personal link whose person has an account.
    package static let membersOnly = RouteProblem.of(
        Problem.unauthorized("sign_in_for_that", "This person has an account: sign in to do that."))
}

extension Schema {
    static let export = Schema.named(
        "Export",
        .object(
            .field("id", .id), .field("state", .words(["under_way", "ready"])),
            .field("requestedAt", .instant), .field("readyAt", .instant.orNull),
            .field("expiresAt", .instant.orNull),
            .field(
                "archive", .string("/v1/me/exports/0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05/archive").orNull,
                "The path of the archive, once it is ready.")))

    static let erasure = Schema.named(
        "Erasure",
        .object(
            .field("requestedAt", .instant.orNull), .field("dueAt", .instant.orNull),
            .field(
                "invoices", .array(of: invoiceReference),
                "Those to the caller, which the erasure leaves because the law requires it.")))

    private static let invoiceReference = Schema.named(
        "InvoiceReference",
        .object(
            .field("restaurant", .id), .field("venue", .string("Thai Garden")),
            .field("number", .string("2027-0001")), .field("issuedOn", .date), .field("keptUntil", .date)))
}
