import Access
import CivilTime
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import NoonishAPI
import OpeningHours
import Outings
package import Postgres
package import Restaurants

/// Recurring outings.
@MemberwiseInit
package struct SeriesRoutes: RouteGroup {
    let database: PostgresClient
    let edits: SeriesEdits
    let holidays: HolidayFiles
    var presenter: SeriesPresenter { SeriesPresenter(holidays: holidays) }

    /// Lists the caller's current series on one page, because their number is limited.
    func list(_ call: Call) async throws -> Response {
        let me = try call.person
        var query = call.query
        try query.finish()
        let rows = try await database.all(.series(of: me))
        let items = try await presenter.wire(rows, for: me, in: database)
        return .json(
            .ok, SeriesList(items: items, holidayCountries: presenter.holidays.countries), etag: .content)
    }

    func create(_ call: Call) async throws -> Response {
        let input = try NewSeries(await call.body())
        let host = try call.person
        return try await call.write(database) { transaction in
            let id = try await edits.create(input, by: host, in: transaction)
            return try await present(
                id, to: call, .created, headers: [.location: call.site.url("/v1/series/\(id)")],
                in: transaction)
        }
    }

    func read(_ call: Call) async throws -> Response {
        let id: SeriesID = try call.id("id")
        guard let row = try await database.first(.series(id, for: call.actor.person)) else {
            throw Denial.notFound
        }
        _ = try decide(call.actor, .readSeries, id, as: row.relation(of: call.actor))
        return try await present(id, to: call, in: database)
    }

    /// Edits the date `from` and later ones, or all upcoming dates.
    func patch(_ call: Call) async throws -> Response {
        let id: SeriesID = try call.id("id")
        let match = try call.ifMatch
        var query = call.query
        let from = query.optional("from", .date)
        try query.finish()
        let patch = try SeriesPatch(await call.body())
        return try await call.write(database) { transaction in
            do {
                try await edits.patch(id, patch, from: from, ifMatch: match, by: call.actor, in: transaction)
            } catch is SeriesEdits.VersionMismatch {
                let current = try await wire(id, for: call, in: transaction)
                throw Problem.stale(current, version: current.version)
            }
            return try await present(id, to: call, in: transaction)
        }
    }

    func end(_ call: Call) async throws -> Response {
        let id: SeriesID = try call.id("id")
        var query = call.query
        let cancelling = query.optional("cancel", .boolean) ?? false
        try query.finish()
        return try await call.write(database) { transaction in
            try await edits.end(id, cancelling: cancelling, by: call.actor, in: transaction)
            return .empty()
        }
    }

    func skip(_ call: Call) async throws -> Response {
        let id: SeriesID = try call.id("id")
        let date = try await call.body("date", .date)
        return try await call.write(database) { transaction in
            try await edits.skip(date, of: id, by: call.actor, in: transaction)
            return try await present(id, to: call, in: transaction)
        }
    }

    func unskip(_ call: Call) async throws -> Response {
        let id: SeriesID = try call.id("id")
        guard let date = CivilDate(text: try call.text("date")) else { throw Denial.notFound }
        return try await call.write(database) { transaction in
            try await edits.unskip(date, of: id, by: call.actor, in: transaction)
            return try await present(id, to: call, in: transaction)
        }
    }

    func invite(_ call: Call) async throws -> Response {
        let id: SeriesID = try call.id("id")
        var body = try await call.body()
        let input = InviteInput(
            ofSeries: &body, people: SeriesLimits.people, addresses: SeriesLimits.addresses)
        try body.finish()
        return try await call.write(database) { transaction in
            try await edits.invite(input, to: id, by: call.actor, in: transaction)
            return try await present(id, to: call, in: transaction)
        }
    }

    func remove(_ call: Call) async throws -> Response {
        let id: SeriesID = try call.id("id")
        let person: PersonID = try call.id("personId")
        return try await call.write(database) { transaction in
            try await edits.remove(person, from: id, by: call.actor, in: transaction)
            return .empty()
        }
    }

    func removeInvitee(_ call: Call) async throws -> Response {
        let id: SeriesID = try call.id("id")
        let invitee: SeriesInviteeID = try call.id("inviteeId")
        return try await call.write(database) { transaction in
            try await edits.remove(invitee, from: id, by: call.actor, in: transaction)
            return .empty()
        }
    }

    func setStandingAnswer(_ call: Call) async throws -> Response {
        let id: SeriesID = try call.id("id")
        let input = try StandingAnswerInput(await call.body())
        return try await call.write(database) { transaction in
            try await edits.setStandingAnswer(input, in: id, by: call.actor, in: transaction)
            return try await present(id, to: call, in: transaction)
        }
    }

    func transfer(_ call: Call) async throws -> Response {
        let id: SeriesID = try call.id("id")
        let person: PersonID = try await call.body("personId", .id())
        return try await call.write(database) { transaction in
            try await edits.transfer(id, to: person, by: call.actor, in: transaction)
            return try await present(id, to: call, in: transaction)
        }
    }

    /// The series as the caller sees it.
    private func present(
        _ id: SeriesID, to call: Call, _ status: HTTPResponse.Status = .ok, headers: HTTPFields = [:],
        in database: any Database
    ) async throws -> Response {
        let series = try await wire(id, for: call, in: database)
        return .json(status, series, etag: .version(series.version), headers: headers)
    }

    private func wire(_ id: SeriesID, for call: Call, in database: any Database) async throws -> OutingSeries
    {
        let person = try call.person
        let row = try await database.one(.series(id, for: person))
        guard let series = try await presenter.wire([row], for: person, in: database).first else {
            throw Denial.notFound
        }
        return series
    }
}
