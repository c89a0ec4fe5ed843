/// A token of the grammar, with its byte offset and whether a blank precedes it.
struct Token: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// Letters, in lower case.
        case word(String)
        case number(Int, digits: Int)
        /// `10:30`, in minutes after midnight.
        case time(Int)
        /// A byte of punctuation. En and em dashes become a minus.
        case sign(UInt8)
        /// `||`
        case fallback
        case comment(String)
        case end
    }

    let kind: Kind
    let offset: Int
    let followsBlank: Bool
}

/// The tokenizer of the grammar. Case and blanks are insignificant, except for the blank between two words.
struct ScheduleLexer {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns all tokens, ending with ``Token/Kind/end``.
    static func tokens(of text: String) throws(ScheduleFault) -> [Token] {
        let bytes = Array(text.utf8)
        guard bytes.count <= ScheduleLimits.maximumBytes else { throw .tooLong }
        var lexer = ScheduleLexer(bytes)
        var tokens: [Token] = []
        while true {
            let token = try lexer.next()
            tokens.append(token)
            if token.kind == .end { return tokens }
        }
    }

    private mutating func next() throws(ScheduleFault) -> Token {
        let before = position
        while let length = blankLength { position += length }
        let start = position
        let kind = try kind()
        return Token(kind: kind, offset: start, followsBlank: start > before)
    }

    private mutating func kind() throws(ScheduleFault) -> Token.Kind {
        guard let byte = peek() else { return .end }
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): return word()
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "\""): return try comment()
        case UInt8(ascii: "|"):
            guard peek(1) == byte else { throw .unexpected(at: position) }
            position += 2
            return .fallback
        case UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "+"),
            UInt8(ascii: "/"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "("), UInt8(ascii: ")"):
            position += 1
            return .sign(byte)
        case 0xe2 where peek(1) == 0x80 && (peek(2) == 0x93 || peek(2) == 0x94):  // en dash, em dash
            position += 3
            return .sign(UInt8(ascii: "-"))
        default: throw .unexpected(at: position)
        }
    }

    private mutating func word() -> Token.Kind {
        let start = position
        while let byte = peek(), byte.isASCIILetter { position += 1 }
        let lower = bytes[start..<position].map { $0 | 0x20 }
        return .word(String(decoding: lower, as: UTF8.self))
    }

    /// Reads `8`, `2027` or `08:30`. `8:10:30-12:00` is read as the number 8, a colon and the time 10:30: a
    /// day of the month followed by its times.
    private mutating func number() throws(ScheduleFault) -> Token.Kind {
        let start = position
        let value = digits(atMost: 4)
        let count = position - start
        if let byte = peek(), byte.isASCIIDigit { throw .outOfRange(at: start) }
        guard count <= 2, let minute = minutes(at: position), minutes(at: position + 3) == nil else {
            return .number(value, digits: count)
        }
        position += 3
        guard minute < 60, value * 60 + minute <= 48 * 60 else { throw .outOfRange(at: start) }
        return .time(value * 60 + minute)
    }

    /// Returns the value of `:mm` at `index`, or `nil` unless exactly two digits follow a colon there.
    private func minutes(at index: Int) -> Int? {
        guard index + 2 < bytes.count, bytes[index] == UInt8(ascii: ":"), bytes[index + 1].isASCIIDigit,
            bytes[index + 2].isASCIIDigit, !(index + 3 < bytes.count && bytes[index + 3].isASCIIDigit)
        else { return nil }
        return Int(bytes[index + 1] - UInt8(ascii: "0")) * 10 + Int(bytes[index + 2] - UInt8(ascii: "0"))
    }

    private mutating func digits(atMost limit: Int) -> Int {
        var value = 0
        var count = 0
        while count < limit, let byte = peek(), byte.isASCIIDigit {
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            position += 1
            count += 1
        }
        return value
    }

    private mutating func comment() throws(ScheduleFault) -> Token.Kind {
        let start = position
        position += 1
        while let byte = peek(), byte != UInt8(ascii: "\"") { position += 1 }
        guard peek() != nil else { throw .unclosedComment(at: start) }
        let text = String(decoding: bytes[start + 1..<position], as: UTF8.self)
        position += 1
        return .comment(text)
    }

    /// The length in bytes of the blank at the current position: ASCII white space, or the no-break, narrow
    /// no-break and thin spaces that word processors insert. `nil` if there is none.
    private var blankLength: Int? {
        switch peek() {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): 1
        case 0xc2 where peek(1) == 0xa0: 2
        case 0xe2 where peek(1) == 0x80 && (peek(2) == 0xaf || peek(2) == 0x89): 3
        default: nil
        }
    }

    private func peek(_ ahead: Int = 0) -> UInt8? {
        position + ahead < bytes.count ? bytes[position + ahead] : nil
    }
}

extension UInt8 {
    fileprivate var isASCIIDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    fileprivate var isASCIILetter: Bool {
        let lower = self | 0x20
        return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
    }
}
