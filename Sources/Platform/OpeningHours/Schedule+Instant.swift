public import Foundation

extension Schedule {
    /// The state of a schedule at an instant, with its reason and duration.
    public struct Answer: Hashable, Sendable {
        public let state: OpenState
        /// The comment of the deciding rule, such as "kitchen until 21:00".
        public let comment: String?
        /// The first later instant at which the state changes; `nil` if no change was found.
        public let until: Date?
    }

    /// Returns the state at `instant`. Cheap enough to call for many places at once.
    public func state(at instant: Date, in location: LocationContext) -> OpenState {
        state(at: location.localTime(at: instant), in: location)
    }

    /// Returns the state at `instant`, the comment of the deciding rule, and when the state next changes.
    public func answer(at instant: Date, in location: LocationContext) -> Answer {
        let decision = decision(at: location.localTime(at: instant), in: location)
        return Answer(
            state: decision.state, comment: decision.rule.flatMap { rules[$0].comment },
            until: nextChange(after: instant, in: location))
    }

    /// Returns the first instant after `instant` at which the state changes, taking daylight saving time into
    /// account.
    ///
    /// When clocks go back, they repeat local times that have been checked already and have the current
    /// state, unless those were first shown before `instant`. Therefore only transitions within the next day
    /// are examined one by one.
    public func nextChange(after instant: Date, in location: LocationContext) -> Date? {
        let state = state(at: instant, in: location)
        let zone = location.zone
        var start = Date(timeIntervalSince1970: (instant.timeIntervalSince1970 / 60).rounded(.down) * 60)
        while let turn = zone.nextDaylightSavingTimeTransition(after: start),
            turn.timeIntervalSince(start) <= 86_400
        {
            let local = location.localTime(at: start)
            if let change = nextChange(after: local, in: location) {
                let candidate = start + Double(change.minutesSince1970 - local.minutesSince1970) * 60
                if candidate < turn { return candidate }
            }
            if self.state(at: turn, in: location) != state { return turn }
            start = turn
        }
        let change = nextChange(after: location.localTime(at: start), in: location)
        return change.map { location.instant(of: $0, after: start) }
    }
}

extension LocationContext {
    /// Returns the first instant after `instant` at which clocks show `time`, or the transition that skips
    /// it.
    func instant(of time: LocalTime, after instant: Date) -> Date {
        let asUTC = Date(timeIntervalSince1970: Double(time.minutesSince1970) * 60)
        // No zone changes its offset twice within two days, so these are the offsets before and after.
        let offsets = [-86_400.0, 86_400].map { Double(zone.secondsFromGMT(for: asUTC + $0)) }
        let shown = offsets.map { asUTC - $0 }
            .filter { $0 > instant && $0 + Double(zone.secondsFromGMT(for: $0)) == asUTC }
        if let first = shown.min() { return first }
        let before = asUTC - offsets[1] - 1
        return zone.nextDaylightSavingTimeTransition(after: before) ?? before + 1
    }
}
