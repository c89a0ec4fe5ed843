public import Foundation

extension Schedule {
    /// What a schedule says about an instant.
    public struct Answer: Hashable, Sendable {
        public let state: OpenState
        /// The remark of the rule that decides, such as "kitchen until 21:00".
        public let comment: String?
        /// The first later instant at which another state holds; nil if none is in sight.
        public let until: Date?
    }

    /// What holds at `instant`. Cheap: for many places at once.
    public func state(at instant: Date, in surroundings: Surroundings) -> OpenState {
        state(at: surroundings.localTime(at: instant), in: surroundings)
    }

    /// What holds at `instant`, why, and for how long.
    public func answer(at instant: Date, in surroundings: Surroundings) -> Answer {
        let finding = finding(at: surroundings.localTime(at: instant), in: surroundings)
        return Answer(
            state: finding.state, comment: finding.rule.flatMap { rules[$0].comment },
            until: nextChange(after: instant, in: surroundings))
    }

    /// The first instant after `instant` at which another state holds, on clocks that are put forward and back.
    ///
    /// Clocks put back show again what they have shown, which is what holds now unless that was before `instant`. So only
    /// turns of the clocks near it are looked at one by one.
    public func nextChange(after instant: Date, in surroundings: Surroundings) -> Date? {
        let state = state(at: instant, in: surroundings)
        let zone = surroundings.zone
        var start = Date(timeIntervalSince1970: (instant.timeIntervalSince1970 / 60).rounded(.down) * 60)
        while let turn = zone.nextDaylightSavingTimeTransition(after: start),
            turn.timeIntervalSince(start) <= 86_400
        {
            let local = surroundings.localTime(at: start)
            if let change = nextChange(after: local, in: surroundings) {
                let candidate = start + Double(change.minutesSince1970 - local.minutesSince1970) * 60
                if candidate < turn { return candidate }
            }
            if self.state(at: turn, in: surroundings) != state { return turn }
            start = turn
        }
        let change = nextChange(after: surroundings.localTime(at: start), in: surroundings)
        return change.map { surroundings.instant(of: $0, after: start) }
    }
}

extension Surroundings {
    /// When the clocks first show `time` after `instant`, or are put forward past it.
    func instant(of time: LocalTime, after instant: Date) -> Date {
        let asUTC = Date(timeIntervalSince1970: Double(time.minutesSince1970) * 60)
        // No zone turns its clocks twice within two days, so these are the offsets on either side.
        let offsets = [-86_400.0, 86_400].map { Double(zone.secondsFromGMT(for: asUTC + $0)) }
        let shown = offsets.map { asUTC - $0 }
            .filter { $0 > instant && $0 + Double(zone.secondsFromGMT(for: $0)) == asUTC }
        if let first = shown.min() { return first }
        let before = asUTC - offsets[1] - 1
        return zone.nextDaylightSavingTimeTransition(after: before) ?? before + 1
    }
}
