import CivilTime
import Foundation
import NoonishAPI
import OpeningHours
import Outings
import Postgres
import Restaurants

/// Creates the outings of a series ahead of time, one date after the other.
///
/// The caller holds the row lock of the series, so that concurrent callers create each date only once. The
/// constraint `outing_once_a_date` would reject a duplicate in any case.
struct SeriesOutingCreator: Sendable {
    let outings: OutingEdits
    let holidays: HolidayFiles

    /// Handles the next date of a series, if it is due.
    ///
    /// - Returns: Whether another date may be due now.
    func handleNextDate(_ id: SeriesID, in transaction: Transaction) async throws -> Bool {
        guard let series = try await transaction.first(.series(id, for: nil)), series.endedAt == nil,
            let nextCheckAt = series.nextCheckAt, nextCheckAt <= series.now
        else { return false }
        let coming = try await transaction.one(.upcomingOutings(of: id))
        switch series.next(after: coming) {
        case .never:
            try await transaction.execute(.scheduleCheck(of: id, at: nil))
            return false
        case .later(let instant):
            try await transaction.execute(.scheduleCheck(of: id, at: instant))
            return false
        case .now(let date):
            try await createOuting(on: date, of: series, in: transaction)
            try await transaction.execute(.setMadeThrough(at: id, through: date))
            return true
        }
    }

    /// Creates the outing of `date`, unless it exists already, is skipped, or falls on a holiday.
    func createOuting(on date: CivilDate, of series: SeriesRow, in transaction: Transaction) async throws {
        guard try await transaction.first(.made(of: series.id, on: date)) == nil else { return }
        let isHoliday = isHoliday(date, series.plan)
        if let skip = try await transaction.all(.skips(of: [series.id])).first(where: { $0.date == date.text }
        ) {
            guard !skip.staysSkipped(isHoliday: isHoliday) else { return }
            try await transaction.execute(.unskip(date, of: series.id))
        }
        if isHoliday {
            try await transaction.execute(.skip(date, of: series.id, .holiday))
        } else {
            try await make(date, of: series, in: transaction)
        }
    }

    func isHoliday(_ date: CivilDate, _ plan: SeriesPlan) -> Bool {
        plan.holidayCountry.map { holidays[$0].isPublicHoliday(date) } ?? false
    }

    func make(_ date: CivilDate, of series: SeriesRow, in transaction: Transaction) async throws {
        let plan = try await withCurrentPlace(series.plan, in: transaction)
        let state = plan.state(on: date)
        guard let starts = state.time?.startsAt.instant, starts > series.now else { return }
        let coming = try await transaction.one(.upcomingOutings(of: series.id))
        let queue = try await transaction.all(.queue(of: series.id))
        // People who have since been blocked, have blocked the host, or are no longer acquainted with the
        // host are left out.
        let invitable = try await InvitationEdits.invitable(
            queue.map(\.person.id), by: series.host.id, in: transaction)
        let people = queue.filter { invitable.contains($0.person.id) }
        let outing = try await outings.start(
            state, for: OutingSeriesDate(id: series.id, date: date.text), by: series.host.id,
            inviting: people.map(\.person.id),
            addresses: try await transaction.all(.addressesToInvite(to: series.id)),
            coming: people.filter(\.standing.comes).map { ($0.person.id, $0.standing.partySize) },
            in: transaction)
        if let link = try await transaction.first(.link(of: series.id)) {
            try await outings.openToSeriesLink(
                [outing], by: series.host.id, maxPartySize: link.maxPartySize, in: transaction)
        }
        guard let end = Self.notificationDeferralEnd(state, after: coming, now: series.now) else { return }
        try await transaction.execute(.deferNotifications(of: outing, until: end))
    }

    /// Returns until when notifications to invitees are deferred: until the outing is near and the previous
    /// one is over, but not past a fixed time before answers are due.
    ///
    /// - Parameter coming: The other upcoming outings of the series.
    /// - Returns: `nil` if invitees are notified at once, because that time has passed or no other outing is
    ///   upcoming.
    static func notificationDeferralEnd(_ state: OutingState, after coming: UpcomingOutings, now: Date)
        -> Date?
    {
        guard let starts = state.time?.startsAt.instant, let lastEnd = coming.lastEnd else { return nil }
        var end = starts - SeriesLimits.notificationLeadTime
        if lastEnd <= starts { end = max(end, lastEnd) }
        if let deadline = state.deadline {
            end = min(end, deadline - SeriesLimits.notificationLeadTimeBeforeDeadline)
        }
        return end > now ? end : nil
    }

    /// Returns the plan with its restaurant's current details. If the restaurant is no longer in the
    /// directory, only its name is kept.
    func withCurrentPlace(_ plan: SeriesPlan, in transaction: Transaction) async throws -> SeriesPlan {
        guard let place = plan.place, let restaurant = place.restaurant else { return plan }
        var plan = plan
        let snapshot = try await transaction.first(.snapshot(of: restaurant))
        plan.place = snapshot.map(OutingPlace.init) ?? OutingPlace(name: place.name)
        return plan
    }
}

extension SkipRow {
    /// Whether a date that the rule matches remains skipped.
    func staysSkipped(isHoliday: Bool) -> Bool {
        switch reason {
        case .host: true
        case .holiday: isHoliday
        case .rule: false
        }
    }
}

/// When to handle the next date of a series, and which one.
enum NextDate: Hashable, Sendable {
    case now(CivilDate)
    case later(Date)
    /// All dates have been handled.
    case never
}

extension SeriesRow {
    /// Returns the next unhandled date if its outing is due, which is when it is near or fewer than
    /// ``SeriesLimits/outingsAhead`` outings are upcoming. Otherwise returns when to check again.
    func next(after coming: UpcomingOutings) -> NextDate {
        let yesterday = CivilDate(dayNumber: today.dayNumber - 1)
        let from = madeThrough.dayNumber > yesterday.dayNumber ? madeThrough : yesterday
        guard let date = plan.rule.first(after: from) else { return .never }
        let isNear = date.dayNumber <= today.dayNumber + SeriesLimits.daysAhead
        if isNear || coming.count < SeriesLimits.outingsAhead { return .now(date) }
        let near = now + Double(date.dayNumber - SeriesLimits.daysAhead - today.dayNumber) * 86_400
        return .later(min(near, coming.firstStart ?? near))
    }
}
