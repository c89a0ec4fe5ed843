import Access
import CivilTime
import Foundation
import NoonishAPI
import OpeningHours
import Outings
import Postgres
import Restaurants

/// Converts rows to the API's series, with their people and upcoming dates.
struct SeriesPresenter: Sendable {
    let holidays: HolidayFiles

    func wire(_ rows: [SeriesRow], for person: PersonID, in database: any Database) async throws
        -> [OutingSeries]
    {
        let ids = rows.map(\.id)
        let people = Dictionary(grouping: try await database.all(.people(of: ids)), by: \.series)
        let invitees = Dictionary(grouping: try await database.all(.invitees(of: ids)), by: \.series)
        let made = Dictionary(grouping: try await database.all(.made(for: ids)), by: \.series)
        let skips = Dictionary(grouping: try await database.all(.skips(of: ids)), by: \.series)
        let there = try await database.all(.outings(made.values.joined().map(\.outing), for: person))
        let outings = Dictionary(uniqueKeysWithValues: there.map { ($0.id, $0) })
        return rows.map { row in
            let days = days(of: row, made: made[row.id] ?? [], skips: skips[row.id] ?? [], outings)
            return row.wire(
                people: people[row.id]?.map(\.wire) ?? [],
                invitees: invitees[row.id]?.map { $0.wire(for: person, isHost: row.host.id == person) } ?? [],
                days: days)
        }
    }

    /// Returns the upcoming dates of a series: those of the rule, and those of outings on other dates.
    func days(
        of row: SeriesRow, made: [SeriesOutingRow], skips: [SkipRow], _ outings: [OutingID: OutingRow]
    ) -> [SeriesDay] {
        let there = Dictionary(uniqueKeysWithValues: made.map { ($0.date, $0.outing) })
        let reasons = Dictionary(uniqueKeysWithValues: skips.map { ($0.date, $0.reason) })
        let planned = row.endedAt == nil ? row.coming(atMost: SeriesLimits.datesShown) : []
        let dates = Set(planned).union(there.keys).sorted { $0.dayNumber < $1.dayNumber }
        return dates.prefix(SeriesLimits.datesShown).compactMap { date in
            let outing = there[date].flatMap { outings[$0] }
            let isHoliday = row.plan.holidayCountry.map { holidays[$0].isPublicHoliday(date) } ?? false
            let skipped = reasons[date.text] ?? (isHoliday && there[date] == nil ? .holiday : nil)
            guard skipped != .rule else { return nil }
            // People who have left an outing see only that it exists.
            let isSeen = outing?.mine != nil
            let time = isSeen ? outing?.state.time : row.plan.time(on: date)
            return SeriesDay(
                date: date.text, startsAt: time?.startsAt.text,
                state: state(outing, isSkipped: skipped != nil), reason: skipped,
                outing: isSeen ? outing?.id : nil,
                differs: outing.map { isSeen && row.plan.isDifferent(than: $0.state, on: date) } ?? false)
        }
    }

    private func state(_ outing: OutingRow?, isSkipped: Bool) -> SeriesDay.State {
        if isSkipped { return .skipped }
        guard let outing else { return .planned }
        return outing.state.cancellation == nil ? .made : .cancelled
    }
}

extension SeriesRow {
    /// Returns the dates of the rule, from today on, whose time is in the future.
    func coming(atMost limit: Int) -> [CivilDate] {
        Array(
            plan.rule.lazy.filter { date in
                date.dayNumber >= today.dayNumber
                    && plan.time(on: date).map { $0.startsAt.instant > now } ?? false
            }.prefix(limit))
    }

    fileprivate func wire(
        people: [SeriesPerson], invitees: [SeriesInvitee], days: [SeriesDay]
    ) -> OutingSeries {
        var series = OutingSeries(
            id: id, version: version, title: plan.title, restaurantId: plan.place?.restaurant,
            place: plan.place?.name, startTime: plan.clockText,
            durationMinutes: plan.minutes, timeZone: plan.zone, answersDueMinutes: plan.answersDue,
            skipHolidays: plan.holidayCountry, rule: plan.rule.wire, host: host, people: people,
            invitees: invitees, mine: mine, endedAt: endedAt, dates: days, createdAt: createdAt)
        for field in OutingState.plainFields { field.present(plan.template, in: &series) }
        return series
    }
}

extension SeriesPlan {
    /// The start time, such as `12:30`.
    var clockText: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        return two(startMinute / 60) + ":" + two(startMinute % 60)
    }
}

extension Recurrence {
    var wire: SeriesRule {
        SeriesRule(
            frequency: frequency, interval: interval,
            weekdays: weekdays.map { SeriesRule.Weekday.allCases[$0 - 1] }, week: week,
            startsOn: startsOn.text, endsOn: endsOn?.text, count: count)
    }
}
