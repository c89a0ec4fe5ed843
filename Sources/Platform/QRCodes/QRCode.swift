import CQREncode

/// A QR code: a square of dark and light modules that holds bytes.
///
/// - Source: ISO/IEC 18004, by libqrencode.
package struct QRCode: Sendable {
    /// How much of the code may be damaged: about 7, 15, 25 and 30 percent.
    package enum ErrorCorrection: Sendable {
        case low, medium, quartile, high
    }

    package enum Fault: Error, Hashable, Sendable {
        case empty
        /// The bytes need a larger code than was allowed.
        case tooLong
    }

    /// The number of modules of a side.
    package let size: Int
    /// Whether a module is dark, row by row.
    package let modules: [Bool]

    /// 1 to 40, by size.
    package var version: Int { (size - 17) / 4 }

    /// Encodes bytes in the smallest code that holds them.
    ///
    /// - Complexity: About 1 ms for 300 bytes.
    package init(
        _ bytes: [UInt8], errorCorrection: ErrorCorrection = .medium, largestVersion: Int = 40
    ) throws(Fault) {
        guard !bytes.isEmpty else { throw .empty }
        // Longer input would only be refused later.
        guard bytes.count <= 2_953, let length = Int32(exactly: bytes.count) else { throw .tooLong }
        let level =
            switch errorCorrection {
            case .low: QR_ECLEVEL_L
            case .medium: QR_ECLEVEL_M
            case .quartile: QR_ECLEVEL_Q
            case .high: QR_ECLEVEL_H
            }
        guard let code = QRcode_encodeData(length, bytes, 0, level) else { throw .tooLong }
        defer { QRcode_free(code) }
        size = Int(code.pointee.width)
        // Bit 0 of a module is its colour; the others say which part of the symbol it is.
        modules = UnsafeBufferPointer(start: code.pointee.data, count: size * size).map { $0 & 1 == 1 }
        guard version <= largestVersion else { throw .tooLong }
    }
}
