package import Foundation
package import GeoSearch
package import NoonishAPI
import OpeningHours
import Synchronization

// Numbers of hours patterns
// =========================
// Two places with the same hours share a number (`HoursPattern.Key`). Only the index assigns numbers, to the
// places that it stores. Evaluating the hours of any other place assigns none, so reading never uses more
// memory.
//
// Hours that no place has any more keep their number for a while, because a query may still be reading an
// older version of the index. `freeNumbers` frees the numbers that have been unused for
// `RestaurantLimits.unusedHoursRetention`, so that they can be reused.

/// The distinct opening hours of all places, parsed once and numbered for the index.
package final class HoursPatterns: Sendable {
    /// The cached states of one minute.
    private struct Minute: Sendable {
        let states: OpenStates
        /// Computed answers by number.
        var answers: [UInt32: OpenStatus] = [:]
    }

    private struct State: Sendable {
        var numbers: [HoursPattern.Key: UInt32] = [:]
        /// Patterns by number; `nil` for a free number.
        var patterns: [HoursPattern?] = []
        var free: [UInt32] = []
        /// Unused numbers, with the time when that was first noticed.
        var idle: [UInt32: ContinuousClock.Instant] = [:]
        /// The schedules of ``patterns``, by text.
        var schedules: [String: Schedule] = [:]
        var zones: [String: TimeZone] = [:]
        /// The most recently computed minutes, newest last.
        var minutes: [Minute] = []
        /// Increases whenever a number changes its meaning.
        var edition = 0
        /// The ``edition`` for which ``minutes`` were computed.
        var minutesEdition = 0

        /// Returns the index in ``minutes`` for an instant, if the cache is valid.
        func minuteIndex(of instant: Date) -> Int? {
            minutesEdition == edition ? minutes.lastIndex { $0.states.instant == instant } : nil
        }
    }

    private let state = Mutex(State())
    private let holidays: HolidayFiles

    package init(holidays: HolidayFiles = .none) { self.holidays = holidays }

    /// The count of all numbers, including free ones.
    package var count: Int { state.withLock(\.patterns.count) }

    /// Opening hours by number; `nil` for a free number.
    var all: [PlaceHours?] { state.withLock { $0.patterns.map { $0?.hours } } }

    /// Returns the number of a place's hours, assigning one if needed. Returns ``Place/unknownHours`` if
    /// there are no hours, or they or their time zone cannot be parsed. Only for the index, which must report
    /// the numbers it uses; see ``freeNumbers(notIn:now:)``.
    package func number(of hours: PlaceHours?) -> UInt32 {
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

    /// Parses a place's hours; `nil` if there are none or they cannot be parsed.
    func pattern(of hours: PlaceHours?) -> HoursPattern? {
        guard let hours else { return nil }
        let read = state.withLock { Self.read(hours, in: &$0) }
        return read.map { HoursPattern(hours, $0.schedule, zone: $0.zone, holidays: holidays) }
    }

    /// Returns the open state at an instant with the hours it is based on; unknown without hours.
    package func openThen(_ its: PlaceHours?, at instant: Date) -> OpenStatus {
        let pattern = pattern(of: its)
        var answer = pattern?.answer(at: instant) ?? .unknown
        answer.evidence = OpenStatus.Evidence(hours: its?.text, day: pattern?.day(of: instant))
        return answer
    }

    subscript(number: UInt32) -> HoursPattern? {
        state.withLock { number < $0.patterns.count ? $0.patterns[Int(number)] : nil }
    }

    /// Parses the hours.
    ///
    /// - Complexity: Some microseconds for a text that no place has.
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
    /// Assigns the numbers 0, 1, 2 … to these hours and discards all others.
    ///
    /// - Returns: `false`, with nothing changed, if any of them cannot be parsed.
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

    /// Frees the numbers that no place has had for ``RestaurantLimits/unusedHoursRetention``.
    ///
    /// - Parameter used: The numbers that places have.
    package func freeNumbers(notIn used: Set<UInt32>, now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            var idle: [UInt32: ContinuousClock.Instant] = [:]
            for (number, pattern) in state.patterns.enumerated() {
                let number = UInt32(number)
                guard let pattern, !used.contains(number) else { continue }
                let since = state.idle[number] ?? now
                if now - since < RestaurantLimits.unusedHoursRetention {
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
    /// Returns the state of every pattern in the minute of `instant`, for a query. Computed once per minute.
    package func states(at instant: Date) -> OpenStates {
        let minute = Date(timeIntervalSince1970: (instant.timeIntervalSince1970 / 60).rounded(.down) * 60)
        let (known, patterns, edition) = state.withLock { state in
            (state.minuteIndex(of: minute).map { state.minutes[$0].states }, state.patterns, state.edition)
        }
        if let known { return known }
        let states = Self.states(at: minute, patterns)
        state.withLock { state in
            // Results for an older edition are not worth caching.
            guard edition == state.edition else { return }
            if state.minutesEdition != edition { state.minutes = [] }
            state.minutesEdition = edition
            state.minutes =
                state.minutes.suffix(RestaurantLimits.cachedMinutes - 1) + [Minute(states: states)]
        }
        return states
    }

    /// Returns the answer of a pattern for an instant; `nil` for a free number. Cached for an instant for
    /// which ``states(at:)`` was computed.
    package func answer(of number: UInt32, at instant: Date) -> OpenStatus? {
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
