/// Strips metadata from WebP files. libvips writes an EXIF chunk of its own even if it is set to strip
/// metadata.
///
/// - Source: RFC 9649, section 2.7.
enum WebPFile {
    /// Removes every chunk that is not image data. Returns `nil` if the bytes are not a complete WebP file.
    static func withoutMetadata(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        else {
            return nil
        }
        var chunks: [UInt8] = []
        var place = 12
        while place + 8 <= bytes.count {
            let name = String(decoding: bytes[place..<place + 4], as: UTF8.self)
            let length = bytes[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            // Chunks are padded to an even length.
            let end = place + 8 + length + length % 2
            guard end <= bytes.count else { return nil }
            var chunk = Array(bytes[place..<end])
            if name == "VP8X", chunk.count > 8 { chunk[8] &= alpha }
            if pictures.contains(name) { chunks += chunk }
            place = end
        }
        guard !chunks.isEmpty else { return nil }
        let size = UInt32(chunks.count + 4)
        return Array("RIFF".utf8) + withUnsafeBytes(of: size.littleEndian) { Array($0) } + Array("WEBP".utf8)
            + chunks
    }

    private static let pictures: Set = ["VP8 ", "VP8L", "VP8X", "ALPH"]

    /// The only flag of the extended header that concerns image data.
    private static let alpha: UInt8 = 0x10
}
