import Glibc

/// A reading of the monotonic clock, which no correction of the wall clock moves.
struct Moment: Comparable, Sendable {
    /// Since some point in the past.
    let nanoseconds: UInt64

    static let never = Moment(nanoseconds: .max)
    static let distantPast = Moment(nanoseconds: 0)

    static var now: Moment {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Moment(nanoseconds: UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec))
    }

    static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }

    /// ``never`` when the sum cannot be told; the same moment when `duration` is negative.
    static func + (moment: Moment, duration: Duration) -> Moment {
        let (sum, overflow) = moment.nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
        return overflow ? .never : Moment(nanoseconds: sum)
    }

    /// How long until `later`; zero when it has passed.
    func nanoseconds(until later: Moment) -> UInt64 {
        later > self ? later.nanoseconds - nanoseconds : 0
    }

    /// For `poll`: whole milliseconds until `later`, rounded up, at most a minute; -1 when it never comes.
    func pollTimeout(until later: Moment) -> Int32 {
        if later == .never { return -1 }
        let wait = nanoseconds(until: later)
        return wait == 0 ? 0 : Int32(min(wait / 1_000_000 + 1, 60_000))
    }
}

extension Duration {
    /// Zero for a negative duration, the largest number for one of over 500 years.
    var wholeNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let (product, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : product &+ UInt64(attoseconds / 1_000_000_000)
    }

    var wholeMilliseconds: UInt64 { wholeNanoseconds / 1_000_000 }
}
