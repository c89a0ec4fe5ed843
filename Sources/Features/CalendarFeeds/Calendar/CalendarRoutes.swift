package import Access
import Calendars
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import JSON
import Mail
import NIOCore
import NoonishAPI
import OpenAPI
import Outings
package import Postgres

/// Calendars: one outing as a file, and all outings of a person at a secret address.
@MemberwiseInit
package struct CalendarRoutes: RouteGroup {
    private let database: PostgresClient

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .downloadEvent, .readOuting, scope: .guest, "Download an outing as a calendar event",
            answers: [calendar],
            problems: [.forbidden, .of(CalendarProblems.noTimeYet)], handler: file),
        RouteDefinition(
            .readCalendarAddress, .manageCalendar, scope: .member,
            "Read the address of the calendar feed",
            answers: [.ok(address, "The address, or null if there is none")], handler: show),
        RouteDefinition(
            .rotateCalendarAddress, .manageCalendar, scope: .member,
            "Replace the address of the calendar feed",
            "The previous address stops working.", answers: [.ok(address, "The new address")],
            handler: rotate),
        RouteDefinition(
            .revokeCalendarAddress, .manageCalendar, scope: .member,
            "Revoke the address of the calendar feed",
            answers: [.done("The address has stopped working")], handler: revoke),
        RouteDefinition(
            .followCalendar, .followCalendar, scope: .anyone, kind: .page,
            "Follow a calendar feed",
            parameters: [
                .path(
                    "secret", .string("kYd3wJ0m8Qe2Xv5tLr9bNc7hPz1aSf4gUi6oWq0yEjM"),
                    "The secret part of the address.")
            ], answers: [calendar], handler: follow),
    ]

    /// Downloads the event of an outing.
    ///
    /// - Throws: 409 `no_time_yet` for an outing without a time.
    func file(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        guard let row = try await database.first(.calendarEntry(id, for: try call.person)) else {
            throw Denial.notFound
        }
        _ = try decide(call.actor, .readOuting, id, as: row.outing.relation(of: call.actor))
        guard let event = row.event(call.site, call.language()) else {
            throw CalendarProblems.noTimeYet
        }
        return .calendar(
            CalendarDocument(nil, [event]),
            headers: [.contentDisposition: "attachment; filename=\"noonish.ics\""])
    }

    func show(_ call: Call) async throws -> Response {
        let mine = try decide(call.actor, .manageCalendar, try call.person, as: .oneself)
        let generation = try await database.first(.calendarGeneration(of: mine))
        return .json(.ok, CalendarAddress(generation.map { address($0, of: mine.object, call.site) }))
    }

    func rotate(_ call: Call) async throws -> Response {
        let mine = try decide(call.actor, .manageCalendar, try call.person, as: .oneself)
        return try await call.write(database) { transaction in
            let generation = try await transaction.one(.nextCalendarGeneration(of: mine))
            let token = secret(generation, of: mine.object, call.site)
            try await transaction.execute(.storeCalendarSecret(of: mine, TokenHash(token)))
            return .json(.ok, CalendarAddress(address(generation, of: mine.object, call.site)))
        }
    }

    func revoke(_ call: Call) async throws -> Response {
        let mine = try decide(call.actor, .manageCalendar, try call.person, as: .oneself)
        return try await call.write(database) { transaction in
            try await transaction.execute(.revokeCalendar(of: mine))
            return .empty()
        }
    }

    /// Serves the feed to calendar programs, which poll it.
    func follow(_ call: Call) async throws -> Response {
        let hash = TokenHash(try call.text("secret"))
        guard let owner = try await database.first(.calendarOwner(hash)) else { throw Problem.notFound }
        _ = try decide(call.actor, .followCalendar, owner.person, as: .stranger)
        let language = call.language(of: owner.locale)
        let events = try await database.all(.calendarEntries(of: owner.person)).compactMap {
            $0.event(call.site, language)
        }
        return .calendar(
            CalendarDocument(
                nil, events, name: "Noonish: \(owner.name)", refresh: CalendarFeedLimits.refresh))
    }

    /// Derives the secret from the server's key. The table stores only its hash.
    private func secret(_ generation: Int, of person: PersonID, _ site: Site) -> String {
        site.key.token("calendar", person.description, String(generation))
    }

    private func address(_ generation: Int, of person: PersonID, _ site: Site) -> String {
        site.url("/v1/calendar/\(secret(generation, of: person, site)).ics")
    }
}

extension CalendarRoutes {
    private static let address = Schema.named(
        "CalendarAddress",
        .object(.field("url", .string("http://localhost:8080/v1/calendar/kYd3wJ0m8Qe2.ics").orNull)))

    private static let calendar = Answer(
        200, "A calendar (RFC 5545)",
        [Content("text/calendar; charset=utf-8", .string("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"))],
        headers: [.eTag])
}

/// The address of a feed.
private struct CalendarAddress: JSONEncodable {
    let url: String?

    init(_ url: String?) { self.url = url }

    func encode(to writer: inout JSONWriter) { writer.object { $0.field("url", url) } }
}

extension Response {
    fileprivate static func calendar(_ document: CalendarDocument, headers: HTTPFields = [:]) -> Response {
        let body = ByteBuffer(bytes: document.encoded)
        var fields: HTTPFields = [
            .contentType: "text/calendar; charset=utf-8", .cacheControl: "private, no-cache",
            .eTag: EntityTag(.content, representation: body).description,
        ]
        fields.append(contentsOf: headers)
        return Response(status: .ok, headers: fields, body: .init(byteBuffer: body))
    }
}
