public import Foundation

extension JSONReader {
    /// Reads a string and converts it with `parse`. Throws a ``JSONFault/Reason/wrongType`` fault if `parse`
    /// returns `nil`.
    @inlinable
    public mutating func parsed<Value>(_ parse: (String) -> Value?) throws(JSONFault) -> Value {
        let start = offset
        guard let value = parse(try string()) else { throw wrongType(at: start) }
        return value
    }

    @usableFromInline
    func wrongType(at start: Int) -> JSONFault { JSONFault(.wrongType, at: start) }
}

extension Date: JSONDecodable {
    /// Reads an RFC 3339 timestamp: `2027-03-11T12:30:00Z`, or with a UTC offset, or with fractional seconds.
    public init(from reader: inout JSONReader) throws(JSONFault) {
        if let instant = try reader.plainInstant() {
            self = instant
            return
        }
        self = try reader.parsed { text in
            (try? Date(text, strategy: Date.ISO8601FormatStyle()))
                ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        }
    }
}

extension JSONReader {
    /// Reads a timestamp in the exact form that the writer uses, `"2027-03-11T12:30:00Z"`. Returns `nil` for
    /// any other text and leaves it unread.
    ///
    /// - Source: H. Hinnant, *chrono-Compatible Low-Level Date Algorithms*, `days_from_civil`.
    fileprivate mutating func plainInstant() throws(JSONFault) -> Date? {
        guard try peek() == UInt8(ascii: "\""), offset &+ 22 <= count, hasTimestampPunctuation,
            let century = twoDigits(1), let yearOfCentury = twoDigits(3), let month = twoDigits(6),
            let day = twoDigits(9), let hour = twoDigits(12), let minute = twoDigits(15),
            let second = twoDigits(18), (1...12).contains(month), hour < 24, minute < 60, second < 60
        else { return nil }
        let year = century * 100 + yearOfCentury
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let length = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
        guard (1...length).contains(day), year > 0 else { return nil }
        // Years start in March, so that a leap day comes last; eras have 400 years.
        let shifted = month <= 2 ? year - 1 : year
        let yearOfEra = shifted % 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = shifted / 400 * 146_097 + dayOfEra - 719_468
        offset &+= 22
        return Date(timeIntervalSince1970: Double(((days * 24 + hour) * 60 + minute) * 60 + second))
    }

    /// In bounds: the caller has checked that 22 bytes are left.
    private var hasTimestampPunctuation: Bool {
        let text = base + offset
        return text[5] == UInt8(ascii: "-") && text[8] == UInt8(ascii: "-") && text[11] == UInt8(ascii: "T")
            && text[14] == UInt8(ascii: ":") && text[17] == UInt8(ascii: ":") && text[20] == UInt8(ascii: "Z")
            && text[21] == UInt8(ascii: "\"")
    }

    /// In bounds: as in ``hasTimestampPunctuation``.
    private func twoDigits(_ place: Int) -> Int? {
        let tens = base[offset &+ place] &- UInt8(ascii: "0")
        let ones = base[offset &+ place &+ 1] &- UInt8(ascii: "0")
        return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
    }
}
