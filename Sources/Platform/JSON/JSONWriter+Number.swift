extension JSONWriter {
    public mutating func value(_ flag: Bool) {
        if flag { literal("true") } else { literal("false") }
    }

    public mutating func null() { literal("null") }

    public mutating func value(_ number: Int) {
        reserve(20)  // the sign and 19 digits of Int.min
        if number < 0 { byte(UInt8(ascii: "-")) }
        digits(number.magnitude)
    }

    /// Writes the shortest text that reads back as the same double.
    ///
    /// Numbers with at most seven decimals and 15 digits take an integer path: no two decimals of 15 digits
    /// read as the same double, so that text is the shortest too. The standard library writes all others.
    ///
    /// - Precondition: `number` is finite. JSON cannot express infinity and NaN, and no value of ours may be
    ///   either.
    public mutating func value(_ number: Double) {
        precondition(number.isFinite, "JSON cannot hold NaN or infinity")
        let scaled = (number * 1e7).rounded()
        // From a millionth upwards; smaller numbers are shorter with an exponent.
        guard abs(scaled) >= 10, abs(scaled) < 1e15, scaled / 1e7 == number else { return describe(number) }
        reserve(24)  // sign, 15 digits, decimal point
        if number < 0 { byte(UInt8(ascii: "-")) }
        let parts = UInt(abs(scaled))
        digits(parts / 10_000_000)
        var fraction = parts % 10_000_000
        guard fraction != 0 else { return }
        var places = 7
        while fraction % 10 == 0 {
            fraction /= 10
            places &-= 1
        }
        byte(UInt8(ascii: "."))
        digits(fraction, places: places)
    }

    /// Writes zero (with its sign) and very large, very small or very precise numbers. `description` is the
    /// shortest text that round-trips, and its forms for finite doubles (`5e-324`, `1e+16`, `-0.0`) are valid
    /// JSON.
    private mutating func describe(_ number: Double) {
        if number == 0 { return literal(number.sign == .minus ? "-0.0" : "0") }
        var text = number.description
        text.withUTF8 { source in
            guard let start = source.baseAddress else { return }
            reserve(source.count)
            (base + count).update(from: start, count: source.count)
            count &+= source.count
        }
    }

    private mutating func digits(_ number: UInt) {
        var places = 1
        var rest = number
        while rest >= 10 {
            rest /= 10
            places &+= 1
        }
        digits(number, places: places)
    }

    /// Writes the last `places` digits of `number`, from the right. In bounds: reserves as many bytes.
    private mutating func digits(_ number: UInt, places: Int) {
        reserve(places)
        var rest = number
        var position = count &+ places
        count = position
        for _ in 0..<places {
            position &-= 1
            base[position] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// Writes a number below 100 as two digits.
    mutating func twoDigits(_ number: Int) {
        digits(UInt(number.magnitude), places: 2)
    }
}
