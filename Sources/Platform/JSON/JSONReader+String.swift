extension JSONReader {
    /// Reads a string and resolves its escapes.
    public mutating func string() throws(JSONFault) -> String {
        guard try peek() == UInt8(ascii: "\"") else { throw fault(.wrongType) }
        offset &+= 1
        let start = offset
        let isASCII = skipPlainText()
        guard offset < count else { throw fault(.endsEarly) }
        if base[offset] != UInt8(ascii: "\"") { return try escapedString(from: start) }
        // In bounds: `start...offset` was compared with `count` while it was skipped.
        let bytes = UnsafeBufferPointer(start: base + start, count: offset &- start)
        offset &+= 1
        if isASCII {
            return String(unsafeUninitializedCapacity: bytes.count) { target in
                _ = target.initialize(from: bytes)
                return bytes.count
            }
        }
        return try utf8(bytes, from: start)
    }

    /// Skips a string, validating it as strictly as reading would; `offset` is at its opening quote. Returns
    /// `true` if the text between the quotes equals the string: plain ASCII without escapes.
    mutating func skipString() throws(JSONFault) -> Bool {
        let start = offset
        offset &+= 1
        let isASCII = skipPlainText()
        if isASCII, offset < count, base[offset] == UInt8(ascii: "\"") {
            offset &+= 1
            return true
        }
        offset = start
        _ = try string()
        return false
    }

    /// Skips to the next quote, backslash or control character, or to the end. Returns `true` if all skipped
    /// text is ASCII.
    @inline(__always)
    private mutating func skipPlainText() -> Bool {
        let bytes = UnsafeRawPointer(base)
        var high: UInt64 = 0
        while offset &+ 8 <= count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let mask = JSONText.specialByteMask(word)
            if mask != 0 {
                let bits = UInt64(mask.trailingZeroBitCount & ~7)
                offset &+= Int(bits >> 3)
                return (high | word & (1 << bits &- 1)) & JSONText.highBits == 0
            }
            high |= word
            offset &+= 8
        }
        while offset < count {
            let byte = base[offset]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
            high |= UInt64(byte)
            offset &+= 1
        }
        return high & JSONText.highBits == 0
    }

    private func utf8(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) throws(JSONFault) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw JSONFault(.malformedUTF8, at: start)
        }
        return text
    }

    /// The slow path, for a string with an escape or a fault; `offset` is at the first of them.
    @inline(never)
    private mutating func escapedString(from start: Int) throws(JSONFault) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * (offset - start) + 64)
        var plain = start
        while true {
            text.append(contentsOf: UnsafeBufferPointer(start: base + plain, count: offset &- plain))
            guard offset < count else { throw fault(.endsEarly) }
            switch base[offset] {
            case UInt8(ascii: "\""):
                offset &+= 1
                return try text.withUnsafeBufferPointer { bytes throws(JSONFault) in
                    try utf8(bytes, from: start)
                }
            case UInt8(ascii: "\\"):
                offset &+= 1
                try appendEscape(to: &text)
            default:
                throw fault(base[offset] == 0 ? .nullCharacter : .controlCharacter)
            }
            plain = offset
            _ = skipPlainText()
        }
    }

    private mutating func appendEscape(to text: inout [UInt8]) throws(JSONFault) {
        guard offset < count else { throw fault(.endsEarly) }
        let byte = base[offset]
        offset &+= 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0c)
        case UInt8(ascii: "n"): text.append(0x0a)
        case UInt8(ascii: "r"): text.append(0x0d)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: UTF8.encode(try escapedScalar()) ?? .init())
        default: throw JSONFault(.malformedEscape, at: offset - 2)
        }
    }

    /// Reads `\uXXXX` or a surrogate pair of two; the first `\u` has been read.
    private mutating func escapedScalar() throws(JSONFault) -> Unicode.Scalar {
        let start = offset - 2
        let first = try fourHexDigits()
        guard first != 0 else { throw JSONFault(.nullCharacter, at: start) }
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xdc00, offset &+ 2 <= count, base[offset] == UInt8(ascii: "\\"),
            base[offset &+ 1] == UInt8(ascii: "u")
        else { throw JSONFault(.loneSurrogate, at: start) }
        offset &+= 2
        let second = try fourHexDigits()
        guard (0xdc00...0xdfff).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(first & 0x3ff) << 10 | UInt32(second & 0x3ff)))
        else { throw JSONFault(.loneSurrogate, at: start) }
        return scalar
    }

    private mutating func fourHexDigits() throws(JSONFault) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard offset < count else { throw fault(.endsEarly) }
            let digit: UInt8
            switch base[offset] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = base[offset] - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = base[offset] - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = base[offset] - UInt8(ascii: "A") + 10
            default: throw fault(.malformedEscape)
            }
            value = value << 4 | UInt16(digit)
            offset &+= 1
        }
        return value
    }
}
