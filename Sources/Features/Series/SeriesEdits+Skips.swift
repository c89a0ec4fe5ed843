import Access
import CivilTime
import NoonishAPI
import OpeningHours
import Outings
import Postgres

extension SeriesEdits {
    /// Skips a date: its outing is cancelled, or never created. Idempotent.
    func skip(_ date: CivilDate, of id: SeriesID, by actor: Actor, in transaction: Transaction) async throws {
        let series = try await open(id, actor, .editSeries, in: transaction)
        let made = try await transaction.first(.made(of: id, on: date))
        guard made != nil || series.isUpcoming(on: date) else { throw SeriesProblems.notADate }
        if let made {
            guard let outing = try await lockHosted(made.outing, actor, in: transaction), !outing.hasStarted
            else {
                throw SeriesProblems.notADate
            }
            if outing.state.cancellation == nil {
                try await outings.cancel(outing.id, reason: nil, by: actor, in: transaction)
            }
        }
        try await transaction.execute(.skip(date, of: id, .host))
    }

    /// Lets a skipped date or a holiday take place after all.
    func unskip(_ date: CivilDate, of id: SeriesID, by actor: Actor, in transaction: Transaction) async throws
    {
        let series = try await open(id, actor, .editSeries, in: transaction)
        let made = try await transaction.first(.made(of: id, on: date))
        guard series.isUpcoming(on: date) else { throw SeriesProblems.notADate }
        try await transaction.execute(.unskip(date, of: id))
        if let made {
            guard let outing = try await lockHosted(made.outing, actor, in: transaction) else {
                throw Denial.forbidden
            }
            try await outings.reactivate(outing.id, by: actor, in: transaction)
        } else if date.dayNumber <= series.madeThrough.dayNumber || creator.isHoliday(date, series.plan) {
            try await creator.make(date, of: series, in: transaction)
        }
    }
}

extension SeriesRow {
    /// Checks whether the rule matches the date and its time is in the future.
    func isUpcoming(on date: CivilDate) -> Bool {
        guard date.dayNumber >= today.dayNumber, plan.rule.contains(date), let time = plan.time(on: date)
        else {
            return false
        }
        return time.startsAt.instant > now
    }
}
