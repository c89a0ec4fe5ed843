import CivilTime

extension WallClock {
    /// The basic format `20270311T123000`. RFC 5545 §3.3.5.
    var basicText: String {
        Self.digits(year, 4) + Self.digits(month, 2) + Self.digits(day, 2) + "T" + Self.digits(hour, 2)
            + Self.digits(minute, 2) + Self.digits(second, 2)
    }

    /// Parses ``basicText``.
    init?(basicText text: Substring) {
        let bytes = Array(text.utf8)
        guard bytes.count == 15, bytes[8] == UInt8(ascii: "T") else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for byte in bytes[range] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                value = value * 10 + Int(byte - UInt8(ascii: "0"))
            }
            return value
        }
        guard let year = number(0..<4), let month = number(4..<6), let day = number(6..<8),
            let hour = number(9..<11), let minute = number(11..<13), let second = number(13..<15)
        else { return nil }
        self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
