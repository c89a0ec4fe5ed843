import Access
import CivilTime
import NoonishAPI
import Outings
import Postgres
import Restaurants

/// What the holder of a series' link may see.
struct SeriesLinkContent: Sendable {
    let series: SeriesRow
    let dates: [SeriesLinkDate]
}

/// One date, as the holder of the link sees it.
struct SeriesLinkDate: Sendable {
    let day: SeriesDay
    let time: OutingTime?
    /// The name of the place.
    let place: String?
    /// The outing's share link; `nil` if the date cannot be answered.
    let link: SeriesDateLink?
    /// The outing and the holder's own answer; `nil` if they are not on the list.
    let mine: (outing: OutingID, answer: Answer)?
}

/// Reads series by their links.
struct SeriesLinkReader: Sendable {
    let presenter: SeriesPresenter

    init(holidays: HolidayFiles) { presenter = SeriesPresenter(holidays: holidays) }

    /// Returns the content of a link.
    ///
    /// - Throws: ``Denial/notFound`` for a token that is invalid or no longer valid, and, indistinguishably, for
    ///   people whom a host removed or a block keeps away.
    func content(
        of token: String, for call: Call, from database: any Database
    ) async throws -> SeriesLinkContent {
        guard let link = try await database.first(.link(TokenHash(token))),
            let series = try await database.first(.series(link.series, for: call.actor.person))
        else { throw Denial.notFound }
        try await checkHolder(call, of: series.id, in: database)
        return SeriesLinkContent(series: series, dates: try await dates(of: series, call.actor, in: database))
    }

    private func checkHolder(_ call: Call, of series: SeriesID, in database: any Database) async throws {
        // A guest who was removed is known by the token that their browser still sends.
        let tokens = Credential.all(in: call.request, site: call.site).map(\.hash.bytes)
        let isBarred = try await database.one(.isBarred(call.actor.person, tokens, from: series))
        _ = try decide(call.actor, .openInvitation, series, as: isBarred ? .stranger : .linkHolder)
    }

    private func dates(
        of series: SeriesRow, _ actor: Actor, in database: any Database
    ) async throws -> [SeriesLinkDate] {
        let made = try await database.all(.made(for: [series.id]))
        let ids = made.map(\.outing)
        let outings = Dictionary(
            uniqueKeysWithValues: try await database.all(.outings(ids, for: actor.person)).map { ($0.id, $0) }
        )
        let links = Dictionary(
            try await database.all(.seriesLinks(of: ids)).map { ($0.outing, $0) }, uniquingKeysWith: { $1 })
        let skips = try await database.all(.skips(of: [series.id]))
        let isGuest = try await actor.isGuest(ofSeries: series.id, from: database)
        let onDate = Dictionary(uniqueKeysWithValues: made.map { ($0.date.text, $0.outing) })
        return presenter.days(of: series, made: made, skips: skips, outings).map { day in
            let outing = onDate[day.date].flatMap { outings[$0] }
            let isOnList = outing.map { isGuest || $0.relation(of: actor) != .stranger } ?? false
            return series.linkDate(
                day, outing, link: outing.flatMap { links[$0.id] },
                mine: isOnList ? outing?.mine?.answer : nil)
        }
    }
}

extension SeriesRow {
    /// Returns a date with its outing's time and place for people on the list and where the link leads to it, otherwise
    /// with those of the plan.
    fileprivate func linkDate(
        _ day: SeriesDay, _ outing: OutingRow?, link: SeriesDateLink?, mine: Answer?
    ) -> SeriesLinkDate {
        let seen = mine != nil || link != nil ? outing : nil
        let planned = CivilDate(text: day.date).flatMap { plan.time(on: $0) }
        return SeriesLinkDate(
            day: day, time: seen.map(\.state.time) ?? planned,
            place: seen.map { $0.state.place?.name } ?? plan.place?.name,
            link: day.state == .made && outing?.isOver == false ? link : nil,
            mine: mine.flatMap { answer in outing.map { (outing: $0.id, answer: answer) } })
    }
}

extension SeriesLinkContent {
    var hostName: String {
        series.host.name.split(separator: " ").first.map(String.init) ?? series.host.name
    }

    func wire(_ site: Site) -> SeriesInvitation {
        let plan = series.plan
        return SeriesInvitation(
            title: plan.title, hostName: hostName, place: plan.place?.name, startTime: plan.clockText,
            timeZone: plan.zone, rule: plan.rule.wire,
            dates: dates.map { date in
                SeriesInvitationDate(
                    date: date.day.date, startsAt: date.time?.startsAt.text, place: date.place,
                    state: date.day.state, status: date.mine?.answer.status, url: date.link?.url(site))
            })
    }
}
