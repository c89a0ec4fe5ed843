public import Foundation

/// Whether a place is open at an instant.
public enum OpenState: String, Hashable, Sendable, CaseIterable {
    case open
    case closed
    /// The hours are unknown, or the schedule itself says so. Never counted as open or closed.
    case unknown
}

/// The states of all schedules at one instant: two bits for each *pattern*.
///
/// A pattern is the caller's number for a schedule in a time zone; places with the same hours in the same
/// zone share it (``Place/hoursPattern``). The index knows neither schedules nor clocks: the caller creates
/// such a set once a minute and passes it to every query of that minute.
public struct OpenStates: Hashable, Sendable {
    /// The instant, rounded down to the second.
    public let instant: Date
    private var open: [UInt64]
    private var closed: [UInt64]

    /// Creates a set in which every pattern is unknown.
    ///
    /// - Parameter patternCount: Patterns are below this number; others are unknown.
    public init(at instant: Date, patternCount: Int) {
        self.instant = Date(timeIntervalSince1970: instant.timeIntervalSince1970.rounded(.down))
        open = Array(repeating: 0, count: (patternCount + 63) / 64)
        closed = open
    }

    /// The state of a pattern. Setting a pattern that is out of range has no effect.
    public subscript(pattern: UInt32) -> OpenState {
        get {
            let word = Int(pattern >> 6)
            guard pattern != Place.unknownHours, word < open.count else { return .unknown }
            if open[word] >> (pattern & 63) & 1 == 1 { return .open }
            return closed[word] >> (pattern & 63) & 1 == 1 ? .closed : .unknown
        }
        set {
            let word = Int(pattern >> 6)
            guard pattern != Place.unknownHours, word < open.count else { return }
            let bit = UInt64(1) << (pattern & 63)
            open[word] = newValue == .open ? open[word] | bit : open[word] & ~bit
            closed[word] = newValue == .closed ? closed[word] | bit : closed[word] & ~bit
        }
    }
}
