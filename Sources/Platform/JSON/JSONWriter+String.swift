extension JSONWriter {
    /// Writes a string, escaping only what RFC 8259, section 7, requires.
    public mutating func value(_ text: String) {
        var text = text
        text.withUTF8 { escape($0) }
    }

    /// Copies eight bytes at a time and goes back to the first that needs escaping, if any.
    ///
    /// In bounds: the worst case (every byte becomes `\u00xx`, plus two quotes) is reserved at the start.
    /// After `read` source bytes at most `1 + 6 * read` bytes are written. Eight bytes are stored only when
    /// eight source bytes are left, for which 48 bytes of space remain.
    private mutating func escape(_ source: UnsafeBufferPointer<UInt8>) {
        let length = source.count
        reserve(length * 6 + 2)
        let target = UnsafeMutableRawPointer(base)
        var written = count
        target.storeBytes(of: UInt8(ascii: "\""), toByteOffset: written, as: UInt8.self)
        written &+= 1
        if let start = source.baseAddress {
            let bytes = UnsafeRawPointer(start)
            var read = 0
            while read &+ 8 <= length {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: read, as: UInt64.self))
                target.storeBytes(of: word.littleEndian, toByteOffset: written, as: UInt64.self)
                let mask = JSONText.specialByteMask(word)
                let plain = mask == 0 ? 8 : mask.trailingZeroBitCount >> 3
                read &+= plain
                written &+= plain
                guard mask != 0 else { continue }
                written = Self.escape(start[read], to: target, at: written)
                read &+= 1
            }
            while read < length {
                written = Self.escape(start[read], to: target, at: written)
                read &+= 1
            }
        }
        target.storeBytes(of: UInt8(ascii: "\""), toByteOffset: written, as: UInt8.self)
        count = written &+ 1
    }

    /// Writes one byte of text as one to six bytes; returns the offset after them.
    @inline(__always)
    private static func escape(_ byte: UInt8, to target: UnsafeMutableRawPointer, at offset: Int) -> Int {
        func store(_ byte: UInt8, _ distance: Int) {
            target.storeBytes(of: byte, toByteOffset: offset &+ distance, as: UInt8.self)
        }
        if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
            store(byte, 0)
            return offset &+ 1
        }
        store(UInt8(ascii: "\\"), 0)
        let short: UInt8? =
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
            case 0x08: UInt8(ascii: "b")
            case 0x09: UInt8(ascii: "t")
            case 0x0a: UInt8(ascii: "n")
            case 0x0c: UInt8(ascii: "f")
            case 0x0d: UInt8(ascii: "r")
            default: nil
            }
        if let short {
            store(short, 1)
            return offset &+ 2
        }
        store(UInt8(ascii: "u"), 1)
        store(UInt8(ascii: "0"), 2)
        store(UInt8(ascii: "0"), 3)
        store(JSONText.hexDigit(byte >> 4), 4)
        store(JSONText.hexDigit(byte & 15), 5)
        return offset &+ 6
    }
}
