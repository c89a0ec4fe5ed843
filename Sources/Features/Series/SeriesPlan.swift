import CivilTime
import Foundation
import NoonishAPI
import OpeningHours
import Outings

/// The settings of a series, which apply to all its outings. Its title, place and so on are those of
/// ``template``.
@dynamicMemberLookup
struct SeriesPlan: Hashable, Sendable {
    /// The fields that all outings start with. Their times follow from the rule.
    var template: OutingState
    /// Minutes before the start by which answers are due.
    var answersDue: Int?
    /// Minutes after midnight, local time in the template's zone.
    var startMinute: Int
    /// The duration in minutes; `nil` for an open end.
    var minutes: Int?
    var rule: Recurrence
    /// The country whose public holidays are skipped.
    var holidayCountry: String?

    subscript<Value>(dynamicMember member: WritableKeyPath<OutingState, Value>) -> Value {
        get { template[keyPath: member] }
        set { template[keyPath: member] = newValue }
    }

    /// Returns when the outing of `date` takes place.
    ///
    /// The local time is what counts: 12:30 stays 12:30 when the clocks change. A time within the gap when
    /// clocks are set forward is read with the offset before the gap, so that 02:30 becomes 03:30. A time
    /// that occurs twice means its first occurrence.
    /// - Source: RFC 5545, 3.3.5 and 3.3.10.
    func time(on date: CivilDate) -> OutingTime? {
        guard let zone = TimeZone(identifier: template.zone),
            let wall = WallTime(
                year: date.year, month: date.month, day: date.day, hour: startMinute / 60,
                minute: startMinute % 60)
        else { return nil }
        let starts: ZonedTime
        do throws(ZonedTime.Fault) {
            starts = try ZonedTime(wall, in: zone)
        } catch {
            guard case .skipped(_, let after) = error, let shifted = try? ZonedTime(after, in: zone) else {
                return nil
            }
            starts = shifted
        }
        let ends = minutes.map { ZonedTime(starts.instant + Double($0) * 60, in: zone) }
        return OutingTime(startsAt: named(starts), endsAt: ends.map(named))
    }

    /// Replaces the zone's name with the plan's, because Foundation may use another name (GMT for UTC).
    private func named(_ time: ZonedTime) -> ZonedTime {
        ZonedTime(wall: time.wall, zone: template.zone, instant: time.instant)
    }

    /// Returns the initial state of the outing of `date`.
    func state(on date: CivilDate) -> OutingState {
        var state = template
        state.time = time(on: date)
        state.deadline = state.time.flatMap { time in
            answersDue.map { time.startsAt.instant - Double($0) * 60 }
        }
        return state
    }

    /// Applies an edited plan to an existing outing: each field that still has the value of the `old` plan
    /// takes the new one. Fields that were edited on the outing itself stay.
    func propagated(into state: OutingState, on date: CivilDate, replacing old: SeriesPlan) -> OutingState {
        let before = old.state(on: date)
        let after = self.state(on: date)
        var state = state
        for field in OutingState.plainFields where field.hasSameValue(state, before) {
            field.copy(from: after, to: &state)
        }
        if state.isAt(before.place), before.place?.isSame(as: after.place) != true {
            state.place = after.place
        }
        if state.deadline == before.deadline { state.deadline = after.deadline }
        if state.time == before.time, state.zone == before.zone {
            state.time = after.time
            state.zone = after.zone
        }
        return state
    }

    /// Checks whether an outing differs from what this plan gives for its date.
    func isDifferent(than state: OutingState, on date: CivilDate) -> Bool {
        let own = self.state(on: date)
        return OutingState.plainFields.contains { !$0.hasSameValue(state, own) } || state.time != own.time
            || state.deadline != own.deadline || !state.isAt(own.place)
    }
}

extension OutingState {
    /// Checks whether the place is the same, even if the directory's details of it have changed.
    fileprivate func isAt(_ other: OutingPlace?) -> Bool {
        place == nil ? other == nil : place?.isSame(as: other) == true
    }
}

extension OutingPlace {
    fileprivate func isSame(as other: OutingPlace?) -> Bool {
        guard let other else { return false }
        return restaurant == nil
            ? restaurant == other.restaurant && name == other.name : restaurant == other.restaurant
    }
}
