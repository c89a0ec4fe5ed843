import CZlib
import Foundation

/// Writes a ZIP file with deflated entries and UTF-8 names, without encryption or splitting.
///
/// - Source: PKWARE APPNOTE 6.3.10, sections 4.3.7 (local header), 4.3.12 (central directory) and 4.3.16 (its
///   end).
struct ZipArchive {
    private var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var count: UInt16 = 0
    /// The MS-DOS date. Its time has a resolution of two seconds.
    private let date: UInt16
    private let time: UInt16

    /// - Parameter moment: The modification time of the entries, written in UTC because the format has no
    ///   time zones.
    init(at moment: Date) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: moment)
        let year = min(max((parts.year ?? 1980) - 1980, 0), 127)
        date = UInt16(year << 9 | (parts.month ?? 1) << 5 | (parts.day ?? 1))
        time = UInt16((parts.hour ?? 0) << 11 | (parts.minute ?? 0) << 5 | (parts.second ?? 0) / 2)
    }

    /// Adds an entry.
    ///
    /// - Parameter name: A fixed name such as `outings.json`, never user input.
    mutating func add(_ name: String, _ contents: [UInt8]) {
        let packed = Self.deflated(contents)
        let start = UInt32(bytes.count)
        let name = Array(name.utf8)
        var common: [UInt8] = []
        common.append(little: UInt16(20))  // version needed to extract: 2.0
        common.append(little: UInt16(1 << 11))  // flag: the name is UTF-8
        common.append(little: UInt16(8))  // deflate
        common.append(little: time)
        common.append(little: date)
        common.append(little: Self.checksum(contents))
        common.append(little: UInt32(packed.count))
        common.append(little: UInt32(contents.count))
        common.append(little: UInt16(name.count))
        common.append(little: UInt16(0))  // length of the extra field
        bytes.append(little: UInt32(0x0403_4b50))
        bytes += common + name + packed
        directory.append(little: UInt32(0x0201_4b50))
        directory.append(little: UInt16(20))  // made by version 2.0 on MS-DOS
        directory += common
        directory += [UInt8](repeating: 0, count: 10)  // no comment, disk 0, no attributes
        directory.append(little: start)
        directory += name
        count += 1
    }

    /// Appends the central directory and returns the complete file.
    consuming func finish() -> [UInt8] {
        let start = UInt32(bytes.count)
        bytes += directory
        bytes.append(little: UInt32(0x0605_4b50))
        bytes.append(little: UInt32(0))  // disk numbers
        bytes.append(little: count)
        bytes.append(little: count)
        bytes.append(little: UInt32(directory.count))
        bytes.append(little: start)
        bytes.append(little: UInt16(0))  // length of the comment
        return bytes
    }

    private static func checksum(_ contents: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32(0, contents, UInt32(contents.count)))
    }

    private static func deflated(_ contents: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        // A window of 15 bits; the negative sign omits zlib's header.
        let opened = deflateInit2_(
            &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        // Fails only if memory is exhausted, or if the loaded zlib is not the version compiled against.
        precondition(opened == Z_OK, "zlib cannot start: \(opened)")
        defer { deflateEnd(&stream) }
        // `deflateBound` is valid for a single call with Z_FINISH.
        let bound = Int(deflateBound(&stream, UInt(contents.count)))
        var contents = contents
        return [UInt8](unsafeUninitializedCapacity: bound) { target, written in
            contents.withUnsafeMutableBufferPointer { source in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(bound)
                let ended = deflate(&stream, Z_FINISH)
                precondition(ended == Z_STREAM_END, "zlib did not finish within its own bound: \(ended)")
            }
            written = Int(stream.total_out)
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(little number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
