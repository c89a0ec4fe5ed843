internal import Foundation
internal import NoonishAPI
internal import OpeningHours
internal import Outings

/// What a host says once for all outings of a series.
struct SeriesPlan: Hashable, Sendable {
    var title: String
    var note: String?
    var place: OutingPlace?
    var capacity: Int?
    /// Minutes before the start by which answers are due.
    var answersDue: Int?
    /// Name of tzdata.
    var zone: String
    /// Minutes after midnight on a clock in ``zone``.
    var startsClock: Int
    /// Nil for an open end.
    var minutes: Int?
    var rule: Recurrence
    /// Country whose public holidays are skipped.
    var holidaysOf: String?

    /// When the outing of `date` takes place.
    ///
    /// The wall time is the promise: 12:30 stays 12:30 when the clocks change. Where they skip it, it is read with the offset
    /// before the gap, so that half past two becomes half past three; where they show it twice, the first is meant.
    /// - Source: RFC 5545, 3.3.5 and 3.3.10.
    func time(on date: CivilDate) -> OutingTime? {
        guard let zone = TimeZone(identifier: zone),
            let wall = WallTime(
                year: date.year, month: date.month, day: date.day, hour: startsClock / 60,
                minute: startsClock % 60)
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

    /// Under the zone's name as the plan has it, which Foundation may call by another (UTC is its GMT).
    private func named(_ time: ZonedTime) -> ZonedTime {
        ZonedTime(wall: time.wall, zone: zone, instant: time.instant)
    }

    /// What the outing of `date` begins with.
    func state(on date: CivilDate) -> OutingState {
        let time = time(on: date)
        let deadline = time.flatMap { time in answersDue.map { time.startsAt.instant - Double($0) * 60 } }
        return OutingState(
            title: title, note: note, zone: zone, time: time, place: place, capacity: capacity,
            deadline: deadline)
    }

    /// `state` of the outing of `date` with what this plan says, where it says another than `old` did; what the outing has of
    /// its own stays.
    func carried(into state: OutingState, on date: CivilDate, instead old: SeriesPlan) -> OutingState {
        let before = old.state(on: date)
        let after = self.state(on: date)
        var state = state
        if state.title == before.title { state.title = after.title }
        if state.note == before.note { state.note = after.note }
        if state.capacity == before.capacity { state.capacity = after.capacity }
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

    /// Whether an outing is not what this plan says of its date.
    func isOther(than state: OutingState, on date: CivilDate) -> Bool {
        let own = self.state(on: date)
        return state.title != own.title || state.note != own.note || state.capacity != own.capacity
            || state.time != own.time || state.deadline != own.deadline || !state.isAt(own.place)
    }
}

extension OutingState {
    /// Whether this is the place, whatever the directory says of it since.
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
