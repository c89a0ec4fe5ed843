import Glibc

/// A reading of the monotonic clock, which is unaffected by corrections of the wall clock.
struct Moment: Comparable, Sendable {
    /// Nanoseconds since an unspecified point in the past.
    let nanoseconds: UInt64

    static let never = Moment(nanoseconds: .max)
    static let distantPast = Moment(nanoseconds: 0)

    static var now: Moment {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Moment(nanoseconds: UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec))
    }

    static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Adds a duration. The result is ``never`` on overflow, and unchanged for a negative duration.
    static func + (moment: Moment, duration: Duration) -> Moment {
        let (sum, overflow) = moment.nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
        return overflow ? .never : Moment(nanoseconds: sum)
    }

    /// Returns the time until `later`, or zero if it has passed.
    func nanoseconds(until later: Moment) -> UInt64 {
        later > self ? later.nanoseconds - nanoseconds : 0
    }

    /// Returns a timeout for `poll`: whole milliseconds until `later`, rounded up, at most a minute; -1 for
    /// ``never``.
    func pollTimeout(until later: Moment) -> Int32 {
        if later == .never { return -1 }
        let wait = nanoseconds(until: later)
        return wait == 0 ? 0 : Int32(min(wait / 1_000_000 + 1, 60_000))
    }
}

extension Duration {
    /// The duration in whole nanoseconds: zero if it is negative, `UInt64.max` if it is longer than about 584
    /// years.
    var wholeNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let (product, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : product &+ UInt64(attoseconds / 1_000_000_000)
    }

    var wholeMilliseconds: UInt64 { wholeNanoseconds / 1_000_000 }
}
