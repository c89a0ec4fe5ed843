// The file format of an index
// ===========================
// `PlaceIndex.save` writes this format and `PlaceImage` reads it: a header of 64-bit numbers in native byte
// order, then the columns of one segment as they are in memory, each aligned to 64 bytes and followed by at
// least 64 bytes of padding, so that a mapped file can be searched without copying.
//
//     magic number, format version, checksum of all that follows, then the offset and length of each
//     column, then those of the caller's note
//
// The checksum detects a file that is damaged or incomplete. It does not authenticate the file: anyone who
// can write the file can make the program stop, as they could by replacing its executable.

/// An error in the bytes of a saved index.
public enum PlaceImageFault: Error, Hashable, Sendable {
    /// Written by another program, another version of this one, or on a machine of another architecture.
    case unknownFormat
    /// Truncated or modified.
    case damaged
}

/// A saved index whose columns are in memory that the caller provides, such as a mapped file.
///
/// `@unchecked Sendable`: the memory is only read, which the caller of ``init(_:release:)`` guarantees for
/// all other code.
public final class PlaceImage: @unchecked Sendable {
    /// The caller's own data, as passed to ``PlaceIndex/save(note:_:)``.
    public let note: [UInt8]
    let columns: PlaceColumns?
    let memory: ColumnMemory

    /// Reads an index from `bytes`, which must not change until `release` is called.
    ///
    /// - Parameters:
    ///   - bytes: The image, aligned to 64 bytes as mapped files are.
    ///   - release: Called when the memory is no longer needed, also if this throws.
    /// - Throws: ``PlaceImageFault``.
    /// - Complexity: reads all bytes once, at several gigabytes a second.
    public init(_ bytes: UnsafeRawBufferPointer, release: @escaping @Sendable () -> Void)
        throws(PlaceImageFault)
    {
        memory = ColumnMemory(release: release)
        let header = PlaceImageHeader.byteCount
        guard bytes.count >= header, bytes.load(as: UInt64.self) == PlaceImageHeader.magic,
            bytes.load(fromByteOffset: 8, as: UInt64.self) == PlaceImageHeader.format
        else { throw .unknownFormat }
        let body = UnsafeRawBufferPointer(rebasing: bytes[24...])
        guard bytes.load(fromByteOffset: 16, as: UInt64.self) == Checksum.of(body) else { throw .damaged }
        var sections: [UnsafeRawBufferPointer] = []
        for index in 0..<PlaceImageHeader.sectionCount {
            let start = bytes.load(fromByteOffset: 24 + index * 16, as: UInt64.self)
            let length = bytes.load(fromByteOffset: 32 + index * 16, as: UInt64.self)
            guard start % 64 == 0, start <= UInt64(bytes.count), length <= UInt64(bytes.count) - start,
                UInt64(bytes.count) - start - length >= UInt64(ColumnMemory.padding)
            else { throw .damaged }
            sections.append(UnsafeRawBufferPointer(rebasing: bytes[Int(start)..<Int(start + length)]))
        }
        note = Array(sections.removeLast())
        let columns = PlaceColumns(sections: sections)
        self.columns = columns.count == 0 ? nil : columns
    }
}

extension PlaceIndex {
    /// Passes the index to `write` as pieces of bytes, to be stored in this order and given to ``PlaceImage``
    /// later.
    ///
    /// - Parameter note: What the caller needs to continue from this state, such as which changes are
    ///   included.
    /// - Complexity: as building the index if it has changed since it was built or loaded; searches are not
    ///   blocked.
    public func save(note: [UInt8] = [], _ write: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        let segment = snapshot.whole
        let sections = segment.map { segment in PlaceColumns.layout.map { $0.bytes(segment.columns) } }
        try withExtendedLifetime(segment) {
            try note.withUnsafeBytes { note in
                let none = UnsafeRawBufferPointer(start: nil, count: 0)
                let all = (sections ?? PlaceColumns.layout.map { _ in none }) + [note]
                try PlaceImageHeader.write(all, write)
            }
        }
    }

    /// Replaces all places with those of the image.
    public func replaceAll(with image: PlaceImage) {
        replaceAll(with: image.columns.map { [LiveSegment(PlaceSegment($0, image.memory))] } ?? [])
    }
}

/// The header of an image.
private enum PlaceImageHeader {
    /// The ASCII characters "geoplace", in little-endian order.
    static let magic: UInt64 = 0x6563_616c_706f_6567
    /// The version of the format, to be raised whenever columns, folding or hashing change.
    static let format: UInt64 = 3
    /// The columns and the note.
    static var sectionCount: Int { PlaceColumns.layout.count + 1 }
    static var byteCount: Int { 24 + sectionCount * 16 }

    static func write(
        _ sections: [UnsafeRawBufferPointer], _ write: (UnsafeRawBufferPointer) throws -> Void
    ) rethrows {
        var table: [UInt64] = []
        var gaps: [Int] = []
        var position = byteCount
        for section in sections {
            let start = (position + ColumnMemory.padding + 63) / 64 * 64
            table += [UInt64(start), UInt64(section.count)]
            gaps.append(start - position)
            position = start + section.count
        }
        // Pads to 64 bytes, so that the checksum is the same whether it is computed in pieces or at once.
        gaps.append((position + ColumnMemory.padding + 63) / 64 * 64 - position)
        var checksum = Checksum()
        let zeros = [UInt8](repeating: 0, count: 256)
        func forEachPiece(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
            try table.withUnsafeBytes(body)
            for (index, gap) in gaps.enumerated() {
                try zeros.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<gap])) }
                if index < sections.count { try body(sections[index]) }
            }
        }
        forEachPiece { checksum.add($0) }
        try [magic, format, checksum.value].withUnsafeBytes(write)
        try forEachPiece(write)
    }
}

/// A checksum that detects damaged bytes, but not forged ones.
struct Checksum {
    private var lanes = SIMD8<UInt64>(repeating: 0x9E37_79B9_7F4A_7C15)
    private var rest: [UInt8] = []

    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var checksum = Checksum()
        checksum.add(bytes)
        return checksum.value
    }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var bytes = bytes[...]
        if !rest.isEmpty {
            let missing = min(64 - rest.count, bytes.count)
            rest += bytes.prefix(missing)
            bytes = bytes.dropFirst(missing)
            guard rest.count == 64 else { return }
            rest.withUnsafeBytes { mix($0, 0) }
            rest = []
        }
        let all = UnsafeRawBufferPointer(rebasing: bytes)
        let whole = all.count / 64 * 64
        for offset in stride(from: 0, to: whole, by: 64) { mix(all, offset) }
        rest += all[whole...]
    }

    @inline(__always) private mutating func mix(_ bytes: UnsafeRawBufferPointer, _ offset: Int) {
        let words = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt64>.self)
        // Multiplying by an odd number loses nothing, and the shift moves high bits down to where the next
        // factor affects them.
        lanes = (lanes ^ words) &* 0x9FB2_1C65_1E98_DF25
        lanes ^= lanes &>> 32
    }

    var value: UInt64 {
        var last = self
        if !rest.isEmpty {
            last.rest += [UInt8](repeating: 0, count: 64 - rest.count)
            last.rest.withUnsafeBytes {
                last.lanes = (last.lanes ^ $0.loadUnaligned(as: SIMD8<UInt64>.self)) &* 0x9FB2_1C65_1E98_DF25
            }
        }
        return (0..<8).reduce(UInt64(rest.count)) { WordHash.mixed($0 ^ last.lanes[$1]) }
    }
}
