/// Byte-level helpers shared by writer and reader.
enum JSONText {
    /// Returns the high bit of each byte that is below 0x20, a quote or a backslash, testing eight bytes in a
    /// few instructions.
    ///
    /// Only zero and the **lowest** set bit are reliable: a subtraction can borrow from the bytes above a
    /// match, but never from those below it.
    ///
    /// - Source: The "haszero" and "hasless" expressions of S. E. Anderson, *Bit Twiddling Hacks*.
    @inline(__always)
    static func specialByteMask(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5c)
        let control = (word &- ones &* 0x20) & ~word
        return (control | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)) & highBits
    }

    /// The high bit of every byte; set for non-ASCII bytes.
    static let highBits: UInt64 = 0x8080_8080_8080_8080

    @inline(__always)
    static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &- 10 &+ value
    }

    /// Returns the value of a hexadecimal digit of either case, or `nil` for anything else.
    @inline(__always)
    static func digit(hex byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
        default: nil
        }
    }
}
