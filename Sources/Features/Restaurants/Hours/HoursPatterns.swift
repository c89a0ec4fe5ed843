import Foundation
import Geo
import GeoSearch
import NoonishAPI
import OpeningHours
import Synchronization

/// The distinct opening hours of all places, compiled once and numbered for the index.
///
/// Two places with the same text on the same clock share a number; where holidays matter also the country, and where the
/// sun does the corner of the world. A number keeps its meaning for the life of the process.
package final class HoursPatterns: Sendable {
    private struct Key: Hashable {
        let text: String
        let zone: String
        let country: String?
        /// Latitude and longitude in tenths of a degree: less than a minute of sun.
        let corner: [Int]
    }

    private struct Pattern: Sendable {
        let schedule: Schedule
        let surroundings: Surroundings
        /// Position in ``State/zones``.
        let zone: Int
    }

    private struct State: Sendable {
        var numbers: [Key: UInt32] = [:]
        var patterns: [Pattern] = []
        /// Nil for texts that are none.
        var schedules: [String: Schedule?] = [:]
        var zoneNumbers: [String: Int] = [:]
        var zones: [TimeZone] = []
        /// The minutes that were asked for last, newest last.
        var minutes: [OpenStates] = []
        /// ``patterns`` when ``minutes`` were made.
        var counted = 0
    }

    private let state = Mutex(State())
    private let holidays: HolidayFiles

    package init(holidays: HolidayFiles = .none) { self.holidays = holidays }

    package var count: Int { state.withLock(\.patterns.count) }

    /// The number of a place's hours; ``Place/unknownHours`` if there are none, or they or their clock cannot be read.
    func number(of hours: PlaceHours?) -> UInt32 {
        guard let hours else { return Place.unknownHours }
        return state.withLock { state in number(of: hours, in: &state) }
    }

    private func number(of hours: PlaceHours, in state: inout State) -> UInt32 {
        guard let schedule = Self.schedule(hours.text, in: &state),
            let zone = Self.zone(hours.zone, in: &state)
        else { return Place.unknownHours }
        let corner =
            schedule.needsPosition
            ? [Int(hours.coordinate.latitude * 10), Int(hours.coordinate.longitude * 10)] : []
        let country = schedule.needsHolidays ? hours.country : nil
        let key = Key(text: hours.text, zone: hours.zone, country: country, corner: corner)
        if let known = state.numbers[key] { return known }
        let number = UInt32(state.patterns.count)
        state.patterns.append(
            Pattern(
                schedule: schedule,
                surroundings: Surroundings(
                    zone: state.zones[zone], holidays: holidays[country],
                    position: schedule.needsPosition
                        ? .init(latitude: hours.coordinate.latitude, longitude: hours.coordinate.longitude)
                        : nil),
                zone: zone))
        state.numbers[key] = number
        return number
    }

    private static func schedule(_ text: String, in state: inout State) -> Schedule? {
        if let known = state.schedules[text] { return known }
        let schedule = try? Schedule(text)
        state.schedules[text] = schedule
        return schedule
    }

    private static func zone(_ name: String, in state: inout State) -> Int? {
        if let known = state.zoneNumbers[name] { return known }
        guard let zone = TimeZone(identifier: name) else { return nil }
        state.zones.append(zone)
        state.zoneNumbers[name] = state.zones.count - 1
        return state.zones.count - 1
    }

    /// What every pattern is in the minute of `instant`, for a query. Made once for a minute.
    func states(at instant: Date) -> OpenStates {
        let minute = Date(timeIntervalSince1970: (instant.timeIntervalSince1970 / 60).rounded(.down) * 60)
        let (known, patterns, zones) = state.withLock { state -> (OpenStates?, [Pattern], [TimeZone]) in
            let isCurrent = state.counted == state.patterns.count
            return (
                isCurrent ? state.minutes.last { $0.instant == minute } : nil, state.patterns, state.zones
            )
        }
        if let known { return known }
        let states = Self.states(at: minute, patterns, zones)
        state.withLock { state in
            if state.counted != patterns.count { state.minutes = [] }
            state.counted = patterns.count
            state.minutes = state.minutes.suffix(RestaurantLimits.minutesKept - 1) + [states]
        }
        return states
    }

    private static func states(at minute: Date, _ patterns: [Pattern], _ zones: [TimeZone]) -> OpenStates {
        let clocks = zones.map { Surroundings(zone: $0).localTime(at: minute) }
        var states = OpenStates(at: minute, patternCount: patterns.count)
        for (number, pattern) in patterns.enumerated() {
            let state = pattern.schedule.state(at: clocks[pattern.zone], in: pattern.surroundings)
            states[UInt32(number)] = GeoSearch.OpenState(state)
        }
        return states
    }

    /// What the hours of a number say about an instant.
    func answer(of number: UInt32, at instant: Date) -> OpenThen {
        guard let pattern = pattern(number) else { return .unknown }
        return OpenThen(pattern.schedule.answer(at: instant, in: pattern.surroundings))
    }

    /// The days of a week from the one of `instant` on; nothing where the hours are not known.
    func week(of number: UInt32, from instant: Date) -> [HoursDay] {
        guard let pattern = pattern(number) else { return [] }
        return HoursDay.week(of: pattern.schedule, from: instant, in: pattern.surroundings)
    }

    private func pattern(_ number: UInt32) -> Pattern? {
        state.withLock { number < $0.patterns.count ? $0.patterns[Int(number)] : nil }
    }
}

extension GeoSearch.OpenState {
    init(_ state: OpeningHours.OpenState) {
        switch state {
        case .open: self = .open
        case .closed: self = .closed
        case .unknown: self = .unknown
        }
    }
}

extension OpenThen {
    init(_ answer: Schedule.Answer) {
        let state: State =
            switch answer.state {
            case .open: .open
            case .closed: .closed
            case .unknown: .unknown
            }
        self.init(state: state, until: answer.until, comment: answer.comment)
    }
}
