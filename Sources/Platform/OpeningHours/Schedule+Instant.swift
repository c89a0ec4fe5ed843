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
    /// Between two changes of the clocks a minute of theirs is a minute, so each such stretch is searched by its wall
    /// time; where one ends the new wall time is looked at.
    public func nextChange(after instant: Date, in surroundings: Surroundings) -> Date? {
        let state = state(at: instant, in: surroundings)
        var start = Date(
            timeIntervalSince1970: (instant.timeIntervalSince1970 / 60).rounded(.down) * 60)
        while true {
            let local = surroundings.localTime(at: start)
            let change = nextChange(after: local, in: surroundings).map {
                start + Double($0.minutesSince1970 - local.minutesSince1970) * 60
            }
            let turn = surroundings.zone.nextDaylightSavingTimeTransition(after: start)
            guard let turn, turn <= change ?? turn else { return change }
            if self.state(at: turn, in: surroundings) != state { return turn }
            guard change != nil else { return nil }
            start = turn
        }
    }
}
