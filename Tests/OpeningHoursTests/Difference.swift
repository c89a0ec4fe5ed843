import Foundation

@testable import OpeningHours

/// Why the oracle may say otherwise, one case for each section of docs/opening-hours.md.
enum Difference: String, CaseIterable {
    /// After the last sure hour of an open end it says closed.
    case openEnd
    /// It forgets hours past midnight on a day that an earlier rule matches.
    case hoursPastMidnight
    /// It takes a remark alone for "open all day".
    case remarkAlone
    /// It decides on `||` by the day, not by the moment.
    case fallback
    /// It takes `PH Mo-Fr` for "holidays and weekdays".
    case holidayOnWeekday
    /// A change of the remark alone is a change to it.
    case remarkChanges

    /// Whether what `schedule` says at `time` is of a kind that the oracle reads otherwise.
    static func inState(of schedule: Schedule, at time: LocalTime) -> Difference? {
        if schedule.rules.contains(where: { $0.separator == .fallback }) { return .fallback }
        if schedule.rules.contains(where: \.days.holidayMustBeWeekday) { return .holidayOnWeekday }
        let decision = schedule.decision(at: time, in: .nowhere)
        guard let index = decision.rule else { return nil }
        let rule = schedule.rules[index]
        if decision.state == .unknown, rule.state == .open { return .openEnd }
        if rule.comment != nil, !rule.hasModifier, rule.times.isEmpty { return .remarkAlone }
        let beginsToday = rule.days.matches(CalendarDay(time.day), holidays: .empty)
        let isOfToday =
            beginsToday
            && rule.times.contains {
                let span = $0.minutes(on: time.day, .nowhere)
                return (span.start..<span.end).contains(time.minute)
            }
        return rule.times.isEmpty || isOfToday ? nil : .hoursPastMidnight
    }

    /// The same for the next change after `time`, which is ours at `own` and the oracle's at `theirs`.
    static func inChange(
        of schedule: Schedule, after time: LocalTime, own: LocalTime?, theirs: LocalTime?
    ) -> Difference? {
        guard let first = [own, theirs].compactMap(\.self).min() else { return nil }
        if let reason = inState(of: schedule, at: first) { return reason }
        let before = schedule.decision(at: time, in: .nowhere)
        let after = schedule.decision(at: first, in: .nowhere)
        let remark = { (decision: DayEvaluation.Decision) in
            decision.rule.flatMap { schedule.rules[$0].comment }
        }
        let remarks = schedule.rules.contains { $0.comment != nil }
        return remarks && first == theirs && before.state == after.state && remark(before) != remark(after)
            ? .remarkChanges : nil
    }
}

extension LocationContext {
    static let nowhere = LocationContext(zone: .gmt)
}
