/// A time span resolved for one day, in minutes after that day's midnight, up to 48 hours.
struct MinuteSpan: Equatable {
    var start: Int
    /// The first minute after the span.
    var end: Int
    /// The end of the uncertain time after an open end; equal to ``end`` if the closing time is known.
    var unknownUntil: Int
}

extension TimeSpan {
    /// Whether the span is the same on every day.
    var isFixed: Bool { start.isFixed && end?.isFixed ?? true }

    /// Returns the span on `day`. An end at or before the start is on the next day.
    ///
    /// `18:00+` is open to the end of its day. The uncertain time after an open end follows the
    /// specification's reference implementation: ten hours if it starts from 17:00 on, eight hours from 22:00
    /// on and past midnight, otherwise to the end of the day.
    func minutes(on day: Int, _ location: LocationContext) -> MinuteSpan {
        let first = min(start.minutes(on: day, location), Self.limit)
        guard let end else {
            let last = max(first, 1_440)
            return MinuteSpan(start: first, end: last, unknownUntil: max(last, Self.unknownEnd(after: first)))
        }
        var last = end.minutes(on: day, location)
        if last <= first { last += 1_440 }
        last = min(last, Self.limit)
        return MinuteSpan(
            start: first, end: last,
            unknownUntil: isOpenEnded ? max(last, Self.unknownEnd(after: last)) : last)
    }

    private static func unknownEnd(after minute: Int) -> Int {
        switch minute % 1_440 {
        case 0..<17 * 60 where minute >= 1_440: min(minute + 8 * 60, limit)
        case 0..<17 * 60: 1_440
        case 17 * 60..<22 * 60: min(minute + 10 * 60, limit)
        default: min(minute + 8 * 60, limit)
        }
    }

    private static let limit = 48 * 60
}

extension TimePoint {
    func minutes(on day: Int, _ location: LocationContext) -> Int {
        switch self {
        case .fixed(let minutes): minutes
        case .sun(let event, let offset): max(0, location.minutes(of: event, day: day) + offset)
        }
    }
}
