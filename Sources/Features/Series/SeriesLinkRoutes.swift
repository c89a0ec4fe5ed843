package import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import NoonishAPI
import OpenAPI
import Outings
package import Postgres
package import Restaurants

/// The link of a series, and what its holder may see. The page of the link is ``SeriesPage``.
package struct SeriesLinkRoutes: RouteGroup {
    let database: PostgresClient
    let edits: SeriesEdits
    let reader: SeriesLinkReader
    let creations: CreationLimit

    /// - Parameter createdPerDay: The number of share links that one person may create within 24 hours.
    package init(database: PostgresClient, edits: SeriesEdits, holidays: HolidayFiles, createdPerDay: Int) {
        self.database = database
        self.edits = edits
        reader = SeriesLinkReader(holidays: holidays)
        creations = CreationLimit(createdPerDay)
    }

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .readSeriesLink, .manageLinks, scope: .member, "Read the link of a series",
            answers: [.ok(currentLink, "The link, or null", isTagged: true)], problems: [.forbidden],
            handler: read),
        RouteDefinition(
            .createSeriesLink, .manageLinks, scope: .member, "Create the link of a series",
            "One address for all dates: it shows them, and leads to the invitation to each. The former address stops working.",
            body: .json(
                .object(
                    .optional(
                        "maxPartySize", .integer(OutingLimits.partySize, OutingLimits.linkPartySize).orNull,
                        "The largest party of a person who comes by it; by default \(OutingLimits.linkPartySize)."
                    )), isRequired: false),
            answers: [.created(.seriesLink, "The link")],
            problems: [.forbidden, .of(SeriesProblems.ended), .dailyLimit], handler: create),
        RouteDefinition(
            .revokeSeriesLink, .manageLinks, scope: .member, "Revoke the link of a series",
            "People who came by it stay on the lists.", answers: [.done("Revoked")],
            problems: [.forbidden, .of(SeriesProblems.ended)], handler: revoke),
        RouteDefinition(
            .readSeriesLinkCode, .manageLinks, scope: .member, "Read a QR code for the link of a series",
            answers: [.text(QRCodePicture.mediaType, "An SVG picture, dark on light", example: "<svg/>")],
            problems: [.forbidden], handler: code),
        RouteDefinition(
            .openSeriesInvitation, .openInvitation, scope: .anyone, "Open the link of a series",
            parameters: [.seriesToken],
            answers: [.ok(.seriesInvitation, "What the holder of the link may see", isTagged: true)],
            handler: open),
    ]

    private static let currentLink = Schema.object(.field("link", .seriesLink.orNull))

    func read(_ call: Call) async throws -> Response {
        let id = try await authorizedSeries(call)
        let link = try await database.first(.link(of: id))
        return .json(.ok, CurrentSeriesLink(link: link?.wire(call.site)), etag: .content)
    }

    func create(_ call: Call) async throws -> Response {
        let id: SeriesID = try call.id("id")
        var body = try await call.bodyOrEmpty()
        let maxPartySize =
            body.optional("maxPartySize", .integer(OutingLimits.partySize)) ?? OutingLimits.linkPartySize
        try body.finish()
        return try await call.write(database) { transaction in
            let link = try await edits.replaceLink(
                of: id, maxPartySize: maxPartySize, within: creations, by: call, in: transaction)
            return .json(.created, link)
        }
    }

    func revoke(_ call: Call) async throws -> Response {
        let id: SeriesID = try call.id("id")
        return try await call.write(database) { transaction in
            try await edits.removeLink(of: id, by: call, in: transaction)
            return .empty()
        }
    }

    func code(_ call: Call) async throws -> Response {
        let id = try await authorizedSeries(call)
        guard let link = try await database.first(.link(of: id)) else { throw Denial.notFound }
        return try .picture(ofLink: link.wire(call.site).url)
    }

    func open(_ call: Call) async throws -> Response {
        let token = try call.text("token")
        let content = try await RedeemLimit.enforce(call, in: database) {
            try await reader.content(of: token, for: call, from: database)
        }
        return .json(.ok, content.wire(call.site), etag: .content)
    }

    private func authorizedSeries(_ call: Call) async throws -> SeriesID {
        let id: SeriesID = try call.id("id")
        guard let row = try await database.first(.series(id, for: call.actor.person)) else {
            throw Denial.notFound
        }
        _ = try decide(call.actor, .manageLinks, id, as: row.relation(of: call.actor))
        return id
    }
}

extension Parameter {
    static let seriesToken = Parameter.path(
        "token", .string("kYd3wJ0m8Qe2Xv5tLr9bNc7hPz1aSf4gUi6oWq0yEjM"), "The token of the link of a series.")
}

extension Schema {
    fileprivate static let seriesLink = Schema.named(
        "SeriesLink",
        .object(
            .field("url", .string("http://localhost:8080/s/kYd3wJ0m8Qe2Xv5tLr9bNc")),
            .field("createdAt", .instant),
            .field(
                "maxPartySize", .integer(OutingLimits.partySize, 6),
                "The largest party of a person who comes by it.")))

    fileprivate static let seriesInvitation = Schema.named(
        "SeriesInvitation",
        .object(
            .field("title", .string("Thursday lunch")),
            .field("hostName", .string("Leila"), "The first name only."),
            .field("place", .string("At Tom's").orNull),
            .field("startTime", .string("12:30"), "Local time in `timeZone`."),
            .field("timeZone", .string("Europe/Helsinki")), .field("rule", rule),
            .field("dates", .array(of: invitationDate), "Upcoming dates, in order.")))

    private static let invitationDate = Schema.named(
        "SeriesInvitationDate",
        .object(
            .field("date", .date, "The date of the rule, even if its outing takes place at another time."),
            .field("startsAt", Schema.instant.showing("2027-03-11T12:30:00+02:00").orNull),
            .field("place", .string("At Tom's").orNull),
            .field(
                "state", .oneOf(SeriesDay.State.self), "`planned` if the outing has not been created yet."),
            .field("status", .oneOf(AttendanceStatus.self).orNull, "The holder's own answer."),
            .field(
                "url", .string("http://localhost:8080/i/kYd3wJ0m8Qe2Xv5tLr9bNc").orNull,
                "The invitation to this date. Null if there is no outing yet, it is cancelled, or its host revoked the link."
            )))
}
