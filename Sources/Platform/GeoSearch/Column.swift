// Columns
// =======
// All data of a segment stands in columns: runs of plain values in memory that is filled once and then only read. It may
// be memory of our own or a mapped file; a column does not know. Every read is checked against the column's length, so
// a wrong number ends the program instead of reading elsewhere.

/// A run of plain values. Whoever holds one keeps the ``ColumnMemory`` it lies in.
struct Column<Element: BitwiseCopyable> {
    private let start: UnsafePointer<Element>
    let count: Int

    init(_ bytes: UnsafeRawBufferPointer) {
        // An empty column needs no memory; no read gets past the check of its length.
        start = bytes.baseAddress.map { $0.assumingMemoryBound(to: Element.self) } ?? Self.nowhere
        count = bytes.count / MemoryLayout<Element>.stride
    }

    private static var nowhere: UnsafePointer<Element> {
        UnsafePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
    }

    @inline(__always) subscript(_ index: Int) -> Element {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "a column is read past its end")
        return start[index]
    }

    @inline(__always) subscript(_ index: UInt32) -> Element { self[Int(index)] }

    /// The values of a range, to be used at once.
    @inline(__always) func slice(_ range: Range<Int>) -> UnsafeBufferPointer<Element> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "a column is read past its end")
        return UnsafeBufferPointer(start: start + range.lowerBound, count: range.count)
    }

    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start, count: count * MemoryLayout<Element>.stride)
    }
}

extension Column<Float> {
    /// Sixteen values from `index` on.
    @inline(__always) func lanes(_ index: Int) -> Lanes {
        precondition(index >= 0 && index <= count - 16, "a column is read past its end")
        return UnsafeRawPointer(start + index).loadUnaligned(as: Lanes.self)
    }
}

extension Column<UInt16> {
    /// Sixteen values from `index` on; past the column's end they are whatever stands there.
    ///
    /// - Precondition: as for sixteen numbers of 32 bits, below.
    @inline(__always) func numbers(_ index: Int) -> SIMD16<UInt16> {
        precondition(index >= 0 && index < count, "a column is read past its end")
        return UnsafeRawPointer(start + index).loadUnaligned(as: SIMD16<UInt16>.self)
    }
}

extension Column<UInt32> {
    /// Sixteen values from `index` on; past the column's end they are whatever stands there.
    ///
    /// - Precondition: the memory goes on for sixteen values: ``ColumnMemory`` and ``PlaceImage`` leave that much room
    ///   after every column.
    @inline(__always) func numbers(_ index: Int) -> SIMD16<UInt32> {
        precondition(index >= 0 && index < count, "a column is read past its end")
        return UnsafeRawPointer(start + index).loadUnaligned(as: SIMD16<UInt32>.self)
    }
}

/// A column while it is filled.
struct Filling<Element: BitwiseCopyable> {
    private let start: UnsafeMutablePointer<Element>
    let count: Int

    /// Every byte is `byte`.
    init(_ count: Int, byte: UInt8 = 0, in memory: ColumnMemory) {
        let bytes = memory.allocate(count * MemoryLayout<Element>.stride, byte)
        start = bytes.bindMemory(to: Element.self, capacity: count)
        self.count = count
    }

    @inline(__always) subscript(_ index: Int) -> Element {
        get {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "a column is read past its end")
            return start[index]
        }
        nonmutating set {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "a column is filled past its end")
            start[index] = newValue
        }
    }

    var column: Column<Element> {
        Column(UnsafeRawBufferPointer(start: start, count: count * MemoryLayout<Element>.stride))
    }
}

extension ColumnMemory {
    /// A copy of `values`.
    func column<Element: BitwiseCopyable>(_ values: ContiguousArray<Element>) -> Column<Element> {
        let filling = Filling<Element>(values.count, in: self)
        for index in values.indices { filling[index] = values[index] }
        return filling.column
    }
}

/// What columns lie in; given back when nobody holds it any more.
final class ColumnMemory {
    /// Bytes after every column that may be read, whatever they are: ``Column/numbers(_:)``.
    static let room = 64

    private var owned: [UnsafeMutableRawPointer] = []
    private let release: () -> Void

    /// - Parameter release: Gives back memory that was not allocated here.
    init(release: @escaping () -> Void = {}) { self.release = release }

    fileprivate func allocate(_ byteCount: Int, _ byte: UInt8) -> UnsafeMutableRawPointer {
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: byteCount + Self.room, alignment: 64)
        bytes.initializeMemory(as: UInt8.self, repeating: byte, count: byteCount + Self.room)
        owned.append(bytes)
        return bytes
    }

    deinit {
        for bytes in owned { bytes.deallocate() }
        release()
    }
}
