package import Foundation
import GeoSearch
package import NoonishAPI
import OpeningHours
import Synchronization

// Numbers of hours
// ================
// Two places with the same hours share a number (`HoursPattern.Key`). The index alone gives numbers out, to the places that it
// takes; whoever only asks what some hours say gets no number for them, so reading never makes anything grow.
//
// Hours that no place has any more keep their number for a while, since somebody may still be reading an index from before.
// `keep` frees those that have been without a place for `RestaurantLimits.hoursRest`; then the number may be given to others.

/// The distinct opening hours of all places, compiled once and numbered for the index.
package final class HoursPatterns: Sendable {
    /// What holds in a minute.
    private struct Minute: Sendable {
        let states: OpenStates
        /// By number, of those that somebody was shown.
        var answers: [UInt32: OpenStatus] = [:]
    }

    private struct State: Sendable {
        var numbers: [HoursPattern.Key: UInt32] = [:]
        /// By number; nil where it is free.
        var patterns: [HoursPattern?] = []
        var free: [UInt32] = []
        /// Numbers that no place has, and since when that is known.
        var idle: [UInt32: ContinuousClock.Instant] = [:]
        /// Those of ``patterns``, by text.
        var schedules: [String: Schedule] = [:]
        var zones: [String: TimeZone] = [:]
        /// The minutes that were asked for last, newest last.
        var minutes: [Minute] = []
        /// Grows whenever a number gets another meaning.
        var edition = 0
        /// ``edition`` when ``minutes`` were made.
        var minutesEdition = 0

        /// Where in ``minutes`` an instant is, if they still hold.
        func minuteIndex(of instant: Date) -> Int? {
            minutesEdition == edition ? minutes.lastIndex { $0.states.instant == instant } : nil
        }
    }

    private let state = Mutex(State())
    private let holidays: HolidayFiles

    package init(holidays: HolidayFiles = .none) { self.holidays = holidays }

    /// How many numbers have been given out, free ones included.
    package var count: Int { state.withLock(\.patterns.count) }

    /// By number; nil for one that is free.
    var all: [PlaceHours?] { state.withLock { $0.patterns.map { $0?.hours } } }

    /// The number of a place's hours; ``Place/unknownHours`` if there are none, or they or their clock cannot be read. For
    /// the index alone, which must show that it has it; see ``keep(_:now:)``.
    func number(of hours: PlaceHours?) -> UInt32 {
        guard let hours else { return Place.unknownHours }
        return state.withLock { state in
            guard let (zone, schedule) = Self.read(hours, in: &state) else { return Place.unknownHours }
            let key = HoursPattern.Key(hours, schedule)
            if let known = state.numbers[key] {
                state.idle[known] = nil
                return known
            }
            let number = state.free.popLast() ?? UInt32(state.patterns.count)
            if number == state.patterns.count { state.patterns.append(nil) }
            state.patterns[Int(number)] = HoursPattern(hours, schedule, zone: zone, holidays: holidays)
            state.schedules[hours.text] = schedule
            state.numbers[key] = number
            state.edition += 1
            return number
        }
    }

    /// What is needed to say when a place is open, if it can be said.
    func pattern(of hours: PlaceHours?) -> HoursPattern? {
        guard let hours else { return nil }
        let read = state.withLock { Self.read(hours, in: &$0) }
        return read.map { HoursPattern(hours, $0.schedule, zone: $0.zone, holidays: holidays) }
    }

    /// What a place's hours say about an instant, and by what; unknown without any.
    package func openThen(_ its: PlaceHours?, at instant: Date) -> OpenStatus {
        let pattern = pattern(of: its)
        var answer = pattern?.answer(at: instant) ?? .unknown
        answer.evidence = OpenStatus.Evidence(hours: its?.text, day: pattern?.day(of: instant))
        return answer
    }

    subscript(number: UInt32) -> HoursPattern? {
        state.withLock { number < $0.patterns.count ? $0.patterns[Int(number)] : nil }
    }

    /// - Complexity: some microseconds for a text that no place has.
    private static func read(
        _ hours: PlaceHours, in state: inout State
    ) -> (zone: TimeZone, schedule: Schedule)? {
        if state.zones[hours.zone] == nil { state.zones[hours.zone] = TimeZone(identifier: hours.zone) }
        guard let zone = state.zones[hours.zone],
            let schedule = state.schedules[hours.text] ?? (try? Schedule(hours.text))
        else { return nil }
        return (zone, schedule)
    }
}

extension HoursPatterns {
    /// Gives these numbers out, in their order, and forgets all others.
    ///
    /// - Returns: false, with nothing changed, if one of them cannot be read.
    func restore(_ all: [PlaceHours?]) -> Bool {
        var restored = State()
        for (number, hours) in all.enumerated() {
            guard let hours else {
                restored.patterns.append(nil)
                restored.free.append(UInt32(number))
                continue
            }
            guard let (zone, schedule) = Self.read(hours, in: &restored) else { return false }
            restored.patterns.append(HoursPattern(hours, schedule, zone: zone, holidays: holidays))
            restored.schedules[hours.text] = schedule
            restored.numbers[HoursPattern.Key(hours, schedule)] = UInt32(number)
        }
        state.withLock { state in
            restored.edition = state.edition + 1
            state = restored
        }
        return true
    }

    /// Frees the numbers that no place has had for ``RestaurantLimits/hoursRest``.
    ///
    /// - Parameter used: the numbers that places have.
    func keep(_ used: Set<UInt32>, now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            var idle: [UInt32: ContinuousClock.Instant] = [:]
            for (number, pattern) in state.patterns.enumerated() {
                let number = UInt32(number)
                guard let pattern, !used.contains(number) else { continue }
                let since = state.idle[number] ?? now
                if now - since < RestaurantLimits.hoursRest {
                    idle[number] = since
                } else {
                    state.numbers[HoursPattern.Key(pattern.hours, pattern.schedule)] = nil
                    state.patterns[Int(number)] = nil
                    state.free.append(number)
                    state.edition += 1
                }
            }
            state.idle = idle
            state.schedules = Dictionary(
                state.patterns.lazy.compactMap { $0.map { ($0.hours.text, $0.schedule) } }
            ) { first, _ in first }
        }
    }
}

extension HoursPatterns {
    /// What every pattern is in the minute of `instant`, for a query. Made once for a minute.
    func states(at instant: Date) -> OpenStates {
        let minute = Date(timeIntervalSince1970: (instant.timeIntervalSince1970 / 60).rounded(.down) * 60)
        let (known, patterns, edition) = state.withLock { state in
            (state.minuteIndex(of: minute).map { state.minutes[$0].states }, state.patterns, state.edition)
        }
        if let known { return known }
        let states = Self.states(at: minute, patterns)
        state.withLock { state in
            // What was made of an older edition is of no use to anybody else.
            guard edition == state.edition else { return }
            if state.minutesEdition != edition { state.minutes = [] }
            state.minutesEdition = edition
            state.minutes = state.minutes.suffix(RestaurantLimits.minutesKept - 1) + [Minute(states: states)]
        }
        return states
    }

    /// What the hours of a number say about an instant, nil if it is free. Worked out once for an instant that
    /// ``states(at:)`` has made.
    func answer(of number: UInt32, at instant: Date) -> OpenStatus? {
        let (known, pattern, edition) = state.withLock { state in
            (
                state.minuteIndex(of: instant).flatMap { state.minutes[$0].answers[number] },
                number < state.patterns.count ? state.patterns[Int(number)] : nil, state.edition
            )
        }
        if let known { return known }
        guard let answer = pattern?.answer(at: instant) else { return nil }
        state.withLock { state in
            guard edition == state.edition, let index = state.minuteIndex(of: instant) else { return }
            state.minutes[index].answers[number] = answer
        }
        return answer
    }

    private static func states(at minute: Date, _ patterns: [HoursPattern?]) -> OpenStates {
        var clocks: [String: LocalTime] = [:]
        var states = OpenStates(at: minute, patternCount: patterns.count)
        for (number, pattern) in patterns.enumerated() {
            guard let pattern else { continue }
            let zone = pattern.hours.zone
            let clock = clocks[zone] ?? LocationContext(zone: pattern.location.zone).localTime(at: minute)
            clocks[zone] = clock
            states[UInt32(number)] = GeoSearch.OpenState(
                pattern.schedule.state(at: clock, in: pattern.location))
        }
        return states
    }
}
