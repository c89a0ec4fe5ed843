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

    /// The shortest text that reads back as the same double.
    ///
    /// What has at most seven decimals and 15 digits goes the integer way: no two decimals of 15 digits read as one
    /// double, so that text is the shortest too. The rest is written by the standard library.
    ///
    /// - Precondition: `number` is finite. JSON has no word for the others, and no value of ours may be one.
    public mutating func value(_ number: Double) {
        precondition(number.isFinite, "JSON cannot hold NaN or infinity")
        let scaled = (number * 1e7).rounded()
        // From a millionth on: what is smaller is shorter with an exponent.
        guard abs(scaled) >= 10, abs(scaled) < 1e15, scaled / 1e7 == number else { return describe(number) }
        reserve(24)  // sign, 15 digits, the point
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

    /// Zero (with its sign), the very large and the very small. `description` is the shortest that round-trips, and
    /// what it prints for finite doubles (`5e-324`, `1e+16`, `-0.0`) is a JSON number.
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

    /// The last `places` digits of `number`, from the right. Inside: it reserves as many.
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

    /// Two digits with zeros in front, of a number below 100.
    mutating func twoDigits(_ number: Int) {
        digits(UInt(number.magnitude), places: 2)
    }
}
