import Access
import Accounts
import CivilTime
import Foundation
import HTTPKit
import NoonishAPI
import OpeningHours
package import Outings
import Postgres
package import Restaurants

/// The transactions that change a series. Each locks the series' row first, then those of its outings in
/// order of their dates, and authorises the caller with ``decide``.
package struct SeriesEdits: Sendable {
    let outings: OutingEdits
    let answers: AttendanceEdits
    let hosts: HostEdits
    let creator: SeriesOutingCreator

    package init(record: OutingRecord, outings: OutingEdits, holidays: HolidayFiles) {
        self.outings = outings
        answers = AttendanceEdits(record: record)
        hosts = HostEdits(record: record)
        creator = SeriesOutingCreator(outings: outings, holidays: holidays)
    }

    /// Locks a series, reads it as `actor` sees it, and authorises the action.
    ///
    /// - Throws: ``Denial``, or 409 for an edit of a series that has ended.
    func open(
        _ id: SeriesID, _ actor: Actor, _ action: Action, in transaction: Transaction
    ) async throws -> SeriesRow {
        guard try await transaction.first(.lockSeries(id)) != nil,
            let series = try await transaction.first(.series(id, for: actor.person))
        else { throw Denial.notFound }
        _ = try decide(actor, action, id, as: series.relation(of: actor))
        guard series.endedAt == nil || action == .readSeries else { throw SeriesProblems.ended }
        return series
    }

    /// Creates a series and its first outings; the worker creates the rest.
    func create(_ input: NewSeries, by host: PersonID, in transaction: Transaction) async throws -> SeriesID {
        let snapshot = try await outings.restaurant(input.restaurant, in: transaction)
        let ownZone = try await transaction.first(.timeZone(of: host)) ?? nil
        var template = OutingState.empty
        input.fields.apply(to: &template)
        template.place = snapshot.map(OutingPlace.init) ?? input.place.map { OutingPlace(name: $0) }
        template.zone = input.timeZone ?? ownZone ?? snapshot?.timeZone ?? "UTC"
        let plan = SeriesPlan(
            template: template, answersDue: input.answersDue, startMinute: input.startMinute,
            minutes: input.minutes, rule: input.rule, holidayCountry: input.holidayCountry)
        let (people, addresses) = try await outings.invitations.people(
            in: input.invite, by: host, in: transaction)
        let count = people.count + addresses.count
        guard count <= SeriesLimits.people else { throw OutingProblems.tooManyInvitees(count) }
        guard try await transaction.one(.countSeries(of: host)) < SeriesLimits.seriesPerHost else {
            throw SeriesProblems.tooMany
        }
        try await ReachLimit.take(count * SeriesLimits.outingsAhead, by: host, in: transaction)
        let id = SeriesID.make()
        let before = CivilDate(dayNumber: plan.rule.startsOn.dayNumber - 1)
        try await transaction.execute(.insert(id, plan, host: host, madeThrough: before))
        let series = try await transaction.one(.series(id, for: host))
        try check(plan, of: series)
        try await transaction.execute(.add(people, to: id))
        try await transaction.execute(.add(addresses, to: id, by: host))
        try await makeNext(id, in: transaction)
        return id
    }

    /// The series has changed since the caller read it.
    struct VersionMismatch: Error {}

    /// Applies a merge patch to the upcoming outings: all that are not over, or those from `from` on, and all
    /// that are yet to be created. An outing keeps what was edited on it alone.
    ///
    /// Outings on dates that the rule no longer matches, or that are now holidays, are cancelled. Outings on
    /// dates that it matches again take place after all.
    func patch(
        _ id: SeriesID, _ patch: SeriesPatch, from: CivilDate?, ifMatch: TagCondition, by actor: Actor,
        in transaction: Transaction
    ) async throws {
        let series = try await open(id, actor, .editSeries, in: transaction)
        guard ifMatch.permits(version: series.version) else { throw VersionMismatch() }
        let plan = try await patched(series.plan, by: patch, in: transaction)
        guard plan != series.plan else { return }
        try check(plan, of: series)
        let made = try await transaction.all(.made(for: [id]))
        if let from {
            guard made.contains(where: { $0.date == from }) else { throw SeriesProblems.unknownFrom }
        }
        let first = from ?? series.today
        let changed = made.filter { $0.date.dayNumber >= first.dayNumber }
        let old = try await creator.withCurrentPlace(series.plan, in: transaction)
        let upcoming = try await lockUnstarted(changed, actor, in: transaction)
        let skips = try await transaction.all(.skips(of: [id]))
        let affected = upcoming.filter { outing in
            changed.filter { $0.outing == outing.id }.contains { made in
                changes(plan, replacing: old, outing, made, skips.first { $0.date == made.date.text })
            }
        }
        try await takeReach(of: affected, by: actor, in: transaction)
        for outing in changed {
            try await applyPlan(plan, replacing: old, into: outing, by: actor, in: transaction)
        }
        // A rule with new dates is evaluated from the start again. Outings that exist are not created twice.
        let isOtherRule = plan.rule != series.plan.rule || plan.holidayCountry != series.plan.holidayCountry
        let before = CivilDate(dayNumber: first.dayNumber - 1)
        try await transaction.execute(.update(id, to: plan, madeThrough: isOtherRule ? before : nil))
        try await makeNext(id, in: transaction)
    }

    /// Ends a series: no more outings are created. Those that exist stay, unless `cancelling` is set.
    func end(
        _ id: SeriesID, cancelling: Bool, by actor: Actor, in transaction: Transaction
    ) async throws {
        _ = try await open(id, actor, .editSeries, in: transaction)
        try await transaction.execute(.end(id))
        try await transaction.execute(.removeLink(of: id))
        guard cancelling else { return }
        let made = try await transaction.all(.made(for: [id]))
        let coming = try await lockUnstarted(made, actor, in: transaction).filter {
            $0.state.cancellation == nil
        }
        for (index, outing) in coming.enumerated() {
            try await cancel(outing, notifies: index == 0, by: actor, in: transaction)
        }
    }

    /// Handles as many dates as one request should; the worker handles the rest.
    func makeNext(_ id: SeriesID, in transaction: Transaction) async throws {
        for _ in 0..<SeriesLimits.datesPerRequest {
            let coming = try await transaction.one(.upcomingOutings(of: id))
            guard coming.count < SeriesLimits.outingsAhead,
                try await creator.handleNextDate(id, in: transaction)
            else {
                return
            }
        }
    }
}

extension SeriesEdits {
    private func patched(
        _ plan: SeriesPlan, by patch: SeriesPatch, in transaction: Transaction
    ) async throws -> SeriesPlan {
        var new = patch.applied(to: plan)
        new.place = try await outings.patchedPlace(
            plan.place, patch.restaurant, patch.place, in: transaction)
        return new
    }

    private func check(_ plan: SeriesPlan, of series: SeriesRow) throws(Problem) {
        if let country = plan.holidayCountry, !creator.holidays.countries.contains(country) {
            throw SeriesProblems.unknownCountry(creator.holidays.countries)
        }
        let yesterday = CivilDate(dayNumber: series.today.dayNumber - 1)
        guard let first = plan.rule.first(after: yesterday), plan.time(on: first) != nil else {
            throw SeriesProblems.noDates
        }
    }

    private func applyPlan(
        _ plan: SeriesPlan, replacing old: SeriesPlan, into made: SeriesOutingRow, by actor: Actor,
        in transaction: Transaction
    ) async throws {
        guard var outing = try await lockHosted(made.outing, actor, in: transaction), !outing.hasStarted
        else {
            return
        }
        let skip = try await transaction.all(.skips(of: [made.series])).first { $0.date == made.date.text }
        if let reason = skipReason(made.date, plan, replacing: old) {
            try await transaction.execute(.skip(made.date, of: made.series, reason))
            if outing.state.cancellation == nil {
                let isHeld = try await transaction.one(.isDeferred(outing.id))
                try await cancel(outing, notifies: !isHeld, by: actor, in: transaction)
            }
            return
        }
        if let skip, !skip.staysSkipped(isHoliday: creator.isHoliday(made.date, plan)) {
            try await transaction.execute(.unskip(made.date, of: made.series))
            let coming = try await transaction.one(.upcomingOutings(of: made.series))
            if let end = SeriesOutingCreator.notificationDeferralEnd(
                outing.state, after: coming, now: outing.now)
            {
                try await transaction.execute(.deferNotifications(of: outing.id, until: end))
            }
            try await outings.quiet.reactivate(
                outing.id, by: actor, countsReach: false, in: transaction)
            outing = try await transaction.one(.outing(outing.id, for: actor.person))
        }
        let state = plan.propagated(into: outing.state, on: made.date, replacing: old)
        guard state != outing.state else { return }
        try OutingEdits.check(state)
        try await outings.quiet.change(
            outing, to: state, by: actor.person, with: [.seriesToo], countsReach: false, in: transaction)
    }

    /// Returns why an edit of the plan cancels the outing of `date`; `nil` if it takes place.
    private func skipReason(
        _ date: CivilDate, _ plan: SeriesPlan, replacing old: SeriesPlan
    ) -> SeriesDay.Reason? {
        // If the host lets the outing take place on a holiday, a later edit does not cancel it.
        if creator.isHoliday(date, plan), !creator.isHoliday(date, old) { return .holiday }
        return plan.rule.contains(date) ? nil : .rule
    }

    /// Checks whether an edit of the plan changes an outing, as ``applyPlan`` does.
    private func changes(
        _ plan: SeriesPlan, replacing old: SeriesPlan, _ outing: OutingRow, _ made: SeriesOutingRow,
        _ skip: SkipRow?
    ) -> Bool {
        let isCancelled = outing.state.cancellation != nil
        if skipReason(made.date, plan, replacing: old) != nil { return !isCancelled }
        let takesPlaceAgain =
            skip.map { !$0.staysSkipped(isHoliday: creator.isHoliday(made.date, plan)) } ?? false
        return isCancelled && takesPlaceAgain
            || plan.propagated(into: outing.state, on: made.date, replacing: old) != outing.state
    }

    /// Cancels one of several outings. People are notified only of the first cancellation, whose notification
    /// covers the others. An outing of which no one was notified is cancelled silently.
    private func cancel(
        _ outing: OutingRow, notifies: Bool, by actor: Actor, in transaction: Transaction
    ) async throws {
        let edits = notifies ? outings : outings.quiet
        try await edits.cancel(
            outing.id, reason: nil, by: actor, with: [.seriesToo], in: transaction)
        if !notifies { try await transaction.execute(.suppressPending(of: outing.id)) }
    }

    /// Counts the people on the lists of outings that a request changes.
    ///
    /// - Throws: 429 above ``ReachLimit``.
    private func takeReach(
        of outings: [OutingRow], by actor: Actor, in transaction: Transaction
    ) async throws {
        guard let person = actor.person else { return }
        try await ReachLimit.takeLists(outings, by: person, in: transaction)
    }

    /// Locks and returns the outings that `actor` hosts or cohosts and that have not started. All of them, before anyone
    /// is counted towards ``ReachLimit``, which waits for other requests of the same person: they may lock one of these.
    func lockUnstarted(
        _ made: [SeriesOutingRow], _ actor: Actor, in transaction: Transaction
    ) async throws -> [OutingRow] {
        var outings: [OutingRow] = []
        for made in made {
            guard let outing = try await lockHosted(made.outing, actor, in: transaction), !outing.hasStarted
            else { continue }
            outings.append(outing)
        }
        return outings
    }

    /// Locks and returns an outing if `actor` hosts or cohosts it. Returns `nil` if they do not, for example
    /// because the outing was handed over.
    func lockHosted(_ id: OutingID, _ actor: Actor, in transaction: Transaction) async throws -> OutingRow? {
        guard let outing = try await transaction.locked(id, for: actor.person),
            [.host, .cohost].contains(outing.relation(of: actor))
        else { return nil }
        return outing
    }
}

extension OutingRow {
    /// Whether the start has passed, cancelled or not; `false` without a time.
    var hasStarted: Bool { state.time.map { $0.startsAt.instant <= now } ?? false }
}
