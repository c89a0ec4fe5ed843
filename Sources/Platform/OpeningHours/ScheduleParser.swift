/// The parser of the `opening_hours` grammar.
///
/// - Source: OpenStreetMap wiki, Key:opening_hours/specification, version 0.7.2. The parser is more lenient
///   in some respects (blanks, `Mo-Fr: 10:00-12:00`, `8:00`, a trailing separator), none of which gives a
///   text a second meaning; docs/opening-hours.md lists them all.
struct ScheduleParser {
    private let tokens: [Token]
    var index = 0

    init(_ tokens: [Token]) { self.tokens = tokens }

    static func rules(of text: String) throws(ScheduleFault) -> [Rule] {
        var parser = ScheduleParser(try ScheduleLexer.tokens(of: text))
        return try parser.rules()
    }

    private mutating func rules() throws(ScheduleFault) -> [Rule] {
        var rules: [Rule] = []
        var separator = Rule.Separator.normal
        skipEmptyRules()
        while token.kind != .end {
            rules.append(try rule(after: separator))
            guard let next = try self.separator(after: rules[rules.count - 1]) else { break }
            separator = next
        }
        guard !rules.isEmpty else { throw .empty }
        return rules
    }

    /// Reads the separator after `rule`. Returns `nil` at the end of the text, also after a trailing `;` or
    /// `,`.
    private mutating func separator(after rule: Rule) throws(ScheduleFault) -> Rule.Separator? {
        let comma = token
        var separator: Rule.Separator
        switch token.kind {
        case .end: return nil
        case .fallback: separator = .fallback
        case .sign(UInt8(ascii: ";")): separator = .normal
        case .sign(UInt8(ascii: ",")): separator = .additional
        default: throw unexpected
        }
        advance()
        if separator == .normal {
            skipEmptyRules()
            if token.kind == .fallback {
                separator = .fallback
                advance()
            }
        }
        guard token.kind != .end else {
            guard separator != .fallback else { throw unexpected }
            return nil
        }
        if separator == .additional, rule.times.isEmpty, rule.comment == nil, !rule.hasModifier {
            throw .additionalRuleWithoutHours(at: comma.offset)
        }
        return separator
    }

    private mutating func skipEmptyRules() {
        while isSign(";") { advance() }
    }

    private mutating func rule(after separator: Rule.Separator) throws(ScheduleFault) -> Rule {
        var rule = Rule(separator: separator)
        let start = index
        if case .comment(let text) = token.kind, isSign(":", ahead: 1) {
            rule.comment = text
            advance()
            advance()
        }
        if isAlwaysOpen {
            index += 3
            rule.times = [.wholeDay]
        } else {
            try readWideSelectors(into: &rule.days)
            skipColon(ifReadSince: start)
            try readWeekdays(into: &rule.days)
            skipColon(ifReadSince: start)
            rule.times = try times()
        }
        try readModifier(into: &rule)
        guard index > start else { throw unexpected }
        return rule
    }

    /// Skips the colon that the grammar allows after selectors "for readability".
    private mutating func skipColon(ifReadSince start: Int) {
        if isSign(":"), index > start { advance() }
    }

    /// Whether the next tokens are `24/7`.
    private var isAlwaysOpen: Bool {
        guard case .number(24, digits: 2) = token.kind, isSign("/", ahead: 1),
            case .number(7, digits: 1) = peek(2).kind
        else { return false }
        return true
    }

    /// Reads `open`, `off "reason"` or a comment alone. A comment with hours leaves the state open; without
    /// hours the state is unknown.
    private mutating func readModifier(into rule: inout Rule) throws(ScheduleFault) {
        if case .word(let word) = token.kind {
            switch word {
            case "open": rule.state = .open
            case "closed", "off": rule.state = .closed
            case "unknown": rule.state = .unknown
            default: throw unexpected
            }
            rule.hasModifier = true
            advance()
        }
        if case .comment(let text) = token.kind {
            if !rule.hasModifier, rule.times.isEmpty { rule.state = .unknown }
            rule.comment = rule.comment.map { $0 + ", " + text } ?? text
            advance()
        }
    }
}

// Helpers shared by all parts of the grammar.
extension ScheduleParser {
    var token: Token { tokens[index] }
    var unexpected: ScheduleFault { .unexpected(at: token.offset) }

    /// Returns the token that is `ahead` tokens away, clamped to the first and the last token.
    func peek(_ ahead: Int) -> Token { tokens[max(0, min(index + ahead, tokens.count - 1))] }

    mutating func advance() { index = min(index + 1, tokens.count - 1) }

    func isSign(_ sign: Unicode.Scalar, ahead: Int = 0) -> Bool {
        peek(ahead).kind == .sign(UInt8(ascii: sign))
    }

    func isWord(_ word: String, ahead: Int = 0) -> Bool { peek(ahead).kind == .word(word) }

    mutating func expect(_ sign: Unicode.Scalar) throws(ScheduleFault) {
        guard isSign(sign) else { throw unexpected }
        advance()
    }

    /// Reads a number in `range`.
    mutating func number(in range: ClosedRange<Int>) throws(ScheduleFault) -> Int {
        guard case .number(let value, _) = token.kind else { throw unexpected }
        guard range.contains(value) else { throw .outOfRange(at: token.offset) }
        advance()
        return value
    }

    /// Reads a day offset such as ` +1 day` or ` -2 days`; returns 0 if there is none.
    mutating func dayOffset() -> Int {
        guard isSign("+") || isSign("-"), case .number(let value, _) = peek(1).kind,
            isWord("day", ahead: 2) || isWord("days", ahead: 2)
        else { return 0 }
        let sign = isSign("-") ? -1 : 1
        index += 3
        return sign * value
    }
}
