/// The format and size of an uploaded picture, read from its first bytes: the format from its magic number,
/// never from a file name or declared type, and the size before any decoder runs.
///
/// - Source: PNG: ISO/IEC 15948, 11.2.2. JPEG: ITU-T T.81, B.1.1.3 and B.2.2. WebP: RFC 9649, sections 2.5 to
///   2.7.
package struct PictureFile: Hashable, Sendable {
    package enum Format: String, Hashable, Sendable {
        case png
        case jpeg
        case webP = "webp"
    }

    package let format: Format
    package let width: Int
    package let height: Int

    /// Returns `nil` for any other format, and for files that end before their size is given.
    package init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
            self.init(png: bytes)
        } else if bytes.starts(with: [0xff, 0xd8, 0xff]) {
            self.init(jpeg: bytes)
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        {
            self.init(webP: bytes)
        } else {
            return nil
        }
    }

    private init?(_ format: Format, width: Int?, height: Int?) {
        guard let width, let height, width > 0, height > 0 else { return nil }
        self.format = format
        self.width = width
        self.height = height
    }

    private init?(png bytes: [UInt8]) {
        guard bytes.dropFirst(12).starts(with: Array("IHDR".utf8)) else { return nil }
        self.init(.png, width: bytes.bigEndian(16, 4), height: bytes.bigEndian(20, 4))
    }

    /// The size is in the frame header, after any number of other segments.
    private init?(jpeg bytes: [UInt8]) {
        var place = 2
        while let marker = bytes.bigEndian(place, 2), let length = bytes.bigEndian(place + 2, 2) {
            guard marker >= 0xff00, length >= 2 else { return nil }
            // A marker may be preceded by fill bytes.
            if marker == 0xffff {
                place += 1
                continue
            }
            if Self.frames.contains(marker) {
                self.init(.jpeg, width: bytes.bigEndian(place + 7, 2), height: bytes.bigEndian(place + 5, 2))
                return
            }
            place += 2 + length
        }
        return nil
    }

    /// SOF0 to SOF15, except DHT, JPG and DAC, whose codes are in the same range.
    private static let frames = Set(0xffc0...0xffcf).subtracting([0xffc4, 0xffc8, 0xffcc])

    private init?(webP bytes: [UInt8]) {
        switch String(decoding: bytes.dropFirst(12).prefix(4), as: UTF8.self) {
        case "VP8 ":
            self.init(
                .webP, width: bytes.littleEndian(26, 2).map { $0 & 0x3fff },
                height: bytes.littleEndian(28, 2).map { $0 & 0x3fff })
        case "VP8L":
            guard let bits = bytes.littleEndian(21, 4) else { return nil }
            self.init(.webP, width: (bits & 0x3fff) + 1, height: (bits >> 14 & 0x3fff) + 1)
        case "VP8X":
            self.init(
                .webP, width: bytes.littleEndian(24, 3).map { $0 + 1 },
                height: bytes.littleEndian(27, 3).map { $0 + 1 })
        default: return nil
        }
    }
}

extension [UInt8] {
    fileprivate func bigEndian(_ place: Int, _ count: Int) -> Int? {
        guard place >= 0, place + count <= self.count else { return nil }
        return self[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }

    fileprivate func littleEndian(_ place: Int, _ count: Int) -> Int? {
        guard place >= 0, place + count <= self.count else { return nil }
        return self[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
