extension JSONReader {
    /// A well-formed number and what the scan found out about it.
    struct NumberText {
        var isNegative = false
        /// Has neither fraction nor exponent.
        var isInteger = true
        /// The first 19 significant digits as an integer, leading zeros excluded; exact if `digits <= 19`.
        var mantissa: UInt64 = 0
        var digits = 0
        /// The value is `mantissa * 10^exponent` if `digits <= 19`.
        var exponent = 0
        var start = 0
        var end = 0
    }

    /// Scans a number: `-`, digits without a leading zero, a fraction, an exponent (RFC 8259, section 6).
    @inline(__always)
    mutating func number() throws(JSONFault) -> NumberText {
        var number = NumberText(start: offset)
        if offset < count, base[offset] == UInt8(ascii: "-") {
            number.isNegative = true
            offset &+= 1
        }
        let first = offset
        let whole = takeDigits(into: &number)
        guard whole > 0 else { throw malformed(number.start) }
        guard whole == 1 || base[first] != UInt8(ascii: "0") else {
            throw JSONFault(.malformedNumber, at: number.start)
        }
        if offset < count, base[offset] == UInt8(ascii: ".") {
            offset &+= 1
            number.isInteger = false
            let places = takeDigits(into: &number)
            guard places > 0 else { throw malformed(number.start) }
            number.exponent = -places
        }
        if offset < count, base[offset] | 0x20 == UInt8(ascii: "e") {
            offset &+= 1
            number.isInteger = false
            number.exponent += try takeExponent(number.start)
        }
        number.end = offset
        return number
    }

    @inline(__always)
    private mutating func takeDigits(into number: inout NumberText) -> Int {
        let start = offset
        while offset < count {
            let digit = base[offset] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            offset &+= 1
            if number.digits < 19 { number.mantissa = number.mantissa &* 10 &+ UInt64(digit) }
            if number.mantissa != 0 { number.digits &+= 1 }
        }
        return offset &- start
    }

    private mutating func takeExponent(_ start: Int) throws(JSONFault) -> Int {
        var isNegative = false
        if offset < count, base[offset] == UInt8(ascii: "+") || base[offset] == UInt8(ascii: "-") {
            isNegative = base[offset] == UInt8(ascii: "-")
            offset &+= 1
        }
        let first = offset
        var exponent = 0
        while offset < count {
            let digit = base[offset] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            exponent = min(exponent &* 10 &+ Int(digit), 99_999)  // beyond any double, cannot overflow
            offset &+= 1
        }
        guard offset > first else { throw malformed(start) }
        return isNegative ? -exponent : exponent
    }

    private func malformed(_ start: Int) -> JSONFault {
        offset < count ? JSONFault(.malformedNumber, at: start) : JSONFault(.endsEarly, at: count)
    }

    @inline(__always)
    func integer(_ number: NumberText) throws(JSONFault) -> Int {
        // 19 digits are less than 10^19, which fits the mantissa.
        guard number.digits <= 19 else { throw JSONFault(.numberOutOfRange, at: number.start) }
        if number.isNegative {
            guard number.mantissa <= Int.min.magnitude else {
                throw JSONFault(.numberOutOfRange, at: number.start)
            }
            return Int(truncatingIfNeeded: 0 &- number.mantissa)
        } else {
            guard let value = Int(exactly: number.mantissa) else {
                throw JSONFault(.numberOutOfRange, at: number.start)
            }
            return value
        }
    }

    /// Returns the nearest double. A single operation is exact where the mantissa and the power of ten are
    /// both exact doubles; otherwise the standard library converts the text.
    ///
    /// - Source: W. D. Clinger, *How to Read Floating Point Numbers Accurately*, PLDI 1990, the fast path.
    @inline(__always)
    func double(_ number: NumberText) throws(JSONFault) -> Double {
        guard number.digits <= 19, number.mantissa <= 1 << 53, number.exponent.magnitude <= 22 else {
            return try doubleByLibrary(number)
        }
        let mantissa = Double(number.mantissa)
        let power = Self.powersOfTen[Int(number.exponent.magnitude)]
        let value = number.exponent < 0 ? mantissa / power : mantissa * power
        return number.isNegative ? -value : value
    }

    private func doubleByLibrary(_ number: NumberText) throws(JSONFault) -> Double {
        // In bounds: `start` and `end` were offsets of this text.
        let bytes = UnsafeBufferPointer(start: base + number.start, count: number.end &- number.start)
        guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite,
            value != 0 || number.mantissa == 0
        else {
            throw JSONFault(.numberOutOfRange, at: number.start)
        }
        return value
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
        1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
}
