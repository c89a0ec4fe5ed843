extension ScheduleParser {
    /// Reads times of day separated by commas; returns an empty array if there are none. A comma that no time
    /// follows is not consumed.
    mutating func times() throws(ScheduleFault) -> [TimeSpan] {
        guard isTime(ahead: 0) else { return [] }
        var spans = [try timeSpan()]
        while isSign(","), isTime(ahead: 1) {
            advance()
            spans.append(try timeSpan())
        }
        return spans
    }

    private func isTime(ahead: Int) -> Bool {
        switch peek(ahead).kind {
        case .time: true
        case .sign(UInt8(ascii: "(")): true
        case .word(let word): SunEvent(word: word) != nil
        default: false
        }
    }

    /// Reads `10:00-12:00`, `18:00+`, `18:00-22:00+` or `10:00-16:00/30`. The last form lists points in time
    /// between the two times; for opening hours it is treated as the whole span.
    private mutating func timeSpan() throws(ScheduleFault) -> TimeSpan {
        let start = token.offset
        var span = TimeSpan(start: try timePoint())
        if case .fixed(let minutes) = span.start, minutes > 24 * 60 { throw .outOfRange(at: start) }
        if isSign("+") {
            advance()
            span.isOpenEnded = true
            return span
        }
        guard isSign("-") else { throw .pointInTime(at: start) }
        advance()
        span.end = try timePoint()
        if isSign("+") {
            advance()
            span.isOpenEnded = true
        } else if isSign("/") {
            advance()
            switch token.kind {
            case .time, .number(1...59, digits: 2): advance()
            default: throw unexpected
            }
        }
        return span
    }

    private mutating func timePoint() throws(ScheduleFault) -> TimePoint {
        switch token.kind {
        case .time(let minutes):
            advance()
            return .fixed(minutes)
        case .word(let word):
            guard let event = SunEvent(word: word) else { throw unexpected }
            advance()
            return .sun(event, offset: 0)
        case .sign(UInt8(ascii: "(")):
            advance()
            return try shiftedEvent()
        default: throw unexpected
        }
    }

    /// Reads the rest of `(sunset-01:30)`, after the opening parenthesis.
    private mutating func shiftedEvent() throws(ScheduleFault) -> TimePoint {
        guard case .word(let word) = token.kind, let event = SunEvent(word: word) else { throw unexpected }
        advance()
        guard isSign("+") || isSign("-") else { throw unexpected }
        let sign = isSign("-") ? -1 : 1
        advance()
        guard case .time(let minutes) = token.kind else { throw unexpected }
        guard minutes <= 24 * 60 else { throw .outOfRange(at: token.offset) }
        advance()
        try expect(")")
        return .sun(event, offset: sign * minutes)
    }
}

extension SunEvent {
    init?(word: String) {
        switch word {
        case "dawn": self = .dawn
        case "sunrise": self = .sunrise
        case "sunset": self = .sunset
        case "dusk": self = .dusk
        default: return nil
        }
    }
}
