import Geo

// Sixteen numbers at a time
// =========================
// Pitfalls of SIMD code, all measured:
//
// - `SIMD16.pointwiseMax` compiles to sixteen scalar steps, `replacing(with:where:)` to four blends (44 times
//   faster).
// - Extracting lanes one by one costs more than the arithmetic, so a comparison is reduced to sixteen bits,
//   and only the bits that are set are visited.
// - A vector written as an array literal is assembled at run time, lane by lane through memory: 300 cycles,
//   more than everything else done for a box.
// - An operand whose type is not written out (`SIMD16(repeating:)`, a literal) may select the overload of the
//   comparison that loops over lanes, which is as slow.

typealias Lanes = SIMD16<Float>

extension Lanes {
    @inline(__always) func maximum(_ other: Lanes) -> Lanes { replacing(with: other, where: self .< other) }

    @inline(__always) var clampedToZero: Lanes { replacing(with: 0, where: self .< 0) }
}

extension SIMDMask<SIMD16<UInt32>.MaskStorage> {
    /// One bit for each lane, the first lane lowest.
    @inline(__always) var bits: UInt32 {
        // A mask is stored as lanes of 0 and −1 (all bits set): SIMDMask's documented storage is the vector
        // of integers.
        let lanes = unsafeBitCast(self, to: SIMD16<UInt32>.self)
        let weights = SIMD16<UInt32>(
            1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768)
        // No two lanes share a bit, so they can be combined in pairs.
        let pairs = unsafeBitCast(lanes & weights, to: SIMD8<UInt64>.self)
        let joined =
            ((pairs[0] | pairs[2]) | (pairs[4] | pairs[6])) | ((pairs[1] | pairs[3]) | (pairs[5] | pairs[7]))
        return UInt32(truncatingIfNeeded: joined | joined >> 32)
    }
}

extension SIMDMask<SIMD16<UInt16>.MaskStorage> {
    /// One bit for each lane, the first lane lowest.
    @inline(__always) var bits: UInt32 {
        // As above, with sixteen-bit lanes.
        let lanes = unsafeBitCast(self, to: SIMD16<UInt16>.self)
        let weights = SIMD16<UInt16>(
            1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768)
        let fours = unsafeBitCast(lanes & weights, to: SIMD4<UInt64>.self)
        let joined = (fours[0] | fours[2]) | (fours[1] | fours[3])
        let halves = joined | joined >> 32
        return UInt32(truncatingIfNeeded: (halves | halves >> 16) & 0xFFFF)
    }
}

/// A point on the unit sphere in single precision, which is within half a metre: for bounds only.
struct SpherePoint {
    let x: Float
    let y: Float
    let z: Float

    init(_ coordinate: Coordinate) {
        let vector = coordinate.unitVector
        x = Float(vector.x)
        y = Float(vector.y)
        z = Float(vector.z)
    }

    /// Returns the squared chords to sixteen points, stored as the x of all, then y, then z.
    @inline(__always) func squaredChords(_ points: Column<Float>, _ at: Int) -> Lanes {
        let x = points.lanes(at) - x
        let y = points.lanes(at + 16) - y
        let z = points.lanes(at + 32) - z
        return x * x + y * y + z * z
    }

    /// Returns the squared chord to the point of one ordinal.
    @inline(__always) func squaredChord(_ points: Column<Float>, _ ordinal: Int) -> Float {
        let at = ordinal / 16 * 48 + ordinal % 16
        let x = points[at] - x
        let y = points[at + 16] - y
        let z = points[at + 32] - z
        return x * x + y * y + z * z
    }

    /// Returns the squares of the shortest chords to sixteen boxes, stored as the lowest x, y and z of all,
    /// then the highest.
    @inline(__always) func squaredChordsToBoxes(_ boxes: Column<Float>, _ at: Int) -> Lanes {
        let x = (boxes.lanes(at) - x).maximum(x - boxes.lanes(at + 48)).clampedToZero
        let y = (boxes.lanes(at + 16) - y).maximum(y - boxes.lanes(at + 64)).clampedToZero
        let z = (boxes.lanes(at + 32) - z).maximum(z - boxes.lanes(at + 80)).clampedToZero
        return x * x + y * y + z * z
    }
}

/// Bounds on squared chords in single precision, widened so that no place is lost to rounding.
enum Reach {
    /// The largest error of the difference of two unit-sphere coordinates in single precision: 3.2 m.
    private static let chordError: Float = 5e-7
    /// A factor that exceeds the relative error of the multiplications many times over.
    private static let relativeError: Float = 1 + 1e-6

    /// Returns a squared chord that no place within `metres` exceeds in single precision.
    static func beyond(metres: Double) -> Float {
        guard metres < Earth.maximumDistance else { return .infinity }
        return beyond(squaredChord: Float(Earth.squaredChord(metres: metres)))
    }

    /// Returns a squared chord that only places farther away than one at `squaredChord` exceed.
    @inline(__always) static func beyond(squaredChord: Float) -> Float {
        let chord = squaredChord.squareRoot() + chordError
        return chord * chord * relativeError
    }

    /// Returns a squared chord below which, in single precision, every place is within `metres`.
    static func within(metres: Double) -> Float {
        guard metres < Earth.maximumDistance else { return .infinity }
        let chord = max(0, Float(Earth.squaredChord(metres: metres)).squareRoot() - chordError)
        return chord * chord / relativeError
    }
}
