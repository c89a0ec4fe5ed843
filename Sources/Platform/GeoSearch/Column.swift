// Columns
// =======
// All data of a segment is stored in columns: contiguous trivial values in memory that is filled once and
// then only read. The memory may be allocated here or be a mapped file; a column works on both. Every access
// is checked against the column's length, so a corrupt index stops the program instead of reading out of
// bounds.

/// A read-only run of trivial values. Its owner must also retain the ``ColumnMemory`` that contains them.
struct Column<Element: BitwiseCopyable> {
    private let start: UnsafePointer<Element>
    let count: Int

    init(_ bytes: UnsafeRawBufferPointer) {
        // An empty column needs no memory: every access fails the check of the length.
        start = bytes.baseAddress.map { $0.assumingMemoryBound(to: Element.self) } ?? Self.nowhere
        count = bytes.count / MemoryLayout<Element>.stride
    }

    private static var nowhere: UnsafePointer<Element> {
        UnsafePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
    }

    @inline(__always) subscript(_ index: Int) -> Element {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "Column index out of range")
        return start[index]
    }

    @inline(__always) subscript(_ index: UInt32) -> Element { self[Int(index)] }

    /// Returns the values of a range, for immediate use: they do not retain the memory.
    @inline(__always) func slice(_ range: Range<Int>) -> UnsafeBufferPointer<Element> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "Column index out of range")
        return UnsafeBufferPointer(start: start + range.lowerBound, count: range.count)
    }

    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start, count: count * MemoryLayout<Element>.stride)
    }
}

extension Column<Float> {
    /// Returns sixteen values, starting at `index`.
    @inline(__always) func lanes(_ index: Int) -> Lanes {
        precondition(index >= 0 && index <= count - 16, "Column index out of range")
        return UnsafeRawPointer(start + index).loadUnaligned(as: Lanes.self)
    }
}

extension Column<UInt16> {
    /// Returns sixteen values, starting at `index`; those past the column's end are unspecified.
    ///
    /// - Precondition: as for the sixteen 32-bit numbers below.
    @inline(__always) func numbers(_ index: Int) -> SIMD16<UInt16> {
        precondition(index >= 0 && index < count, "Column index out of range")
        return UnsafeRawPointer(start + index).loadUnaligned(as: SIMD16<UInt16>.self)
    }
}

extension Column<UInt32> {
    /// Returns sixteen values, starting at `index`; those past the column's end are unspecified.
    ///
    /// - Precondition: the memory extends sixteen values past the column: ``ColumnMemory`` and ``PlaceImage``
    ///   pad every column by that much.
    @inline(__always) func numbers(_ index: Int) -> SIMD16<UInt32> {
        precondition(index >= 0 && index < count, "Column index out of range")
        return UnsafeRawPointer(start + index).loadUnaligned(as: SIMD16<UInt32>.self)
    }
}

/// A column that is being written.
struct ColumnBuilder<Element: BitwiseCopyable> {
    private let start: UnsafeMutablePointer<Element>
    let count: Int

    /// Creates a column of `count` values in which every byte is `byte`.
    init(_ count: Int, byte: UInt8 = 0, in memory: ColumnMemory) {
        let bytes = memory.allocate(count * MemoryLayout<Element>.stride, byte)
        start = bytes.bindMemory(to: Element.self, capacity: count)
        self.count = count
    }

    @inline(__always) subscript(_ index: Int) -> Element {
        get {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "Column index out of range")
            return start[index]
        }
        nonmutating set {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "Column index out of range")
            start[index] = newValue
        }
    }

    var column: Column<Element> {
        Column(UnsafeRawBufferPointer(start: start, count: count * MemoryLayout<Element>.stride))
    }
}

extension ColumnMemory {
    /// Returns a column that contains a copy of `values`.
    func column<Element: BitwiseCopyable>(_ values: ContiguousArray<Element>) -> Column<Element> {
        let filling = ColumnBuilder<Element>(values.count, in: self)
        for index in values.indices { filling[index] = values[index] }
        return filling.column
    }
}

/// The memory that contains columns, freed with its last reference.
final class ColumnMemory {
    /// The number of bytes after every column that may be read, though their values are unspecified; see
    /// ``Column/numbers(_:)``.
    static let padding = 64

    private var owned: [UnsafeMutableRawPointer] = []
    private let release: () -> Void

    /// - Parameter release: called at the end, to free memory that was not allocated here.
    init(release: @escaping () -> Void = {}) { self.release = release }

    fileprivate func allocate(_ byteCount: Int, _ byte: UInt8) -> UnsafeMutableRawPointer {
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: byteCount + Self.padding, alignment: 64)
        bytes.initializeMemory(as: UInt8.self, repeating: byte, count: byteCount + Self.padding)
        owned.append(bytes)
        return bytes
    }

    deinit {
        for bytes in owned { bytes.deallocate() }
        release()
    }
}
