import Encoding
import Foundation

/// The position after the last dish of a page, for orders that the index does not support.
struct DishCursor: Hashable {
    let last: UUID
    /// The number of dishes shown so far: where to continue if ``last`` is no longer in the result.
    let shown: Int
    /// The instant of the first page, in whole seconds.
    let instant: Date
    /// The ``DishSearch/fingerprint`` of the search to which the cursor belongs.
    let fingerprint: UInt64
}

extension DishCursor: CustomStringConvertible {
    /// The opaque text that clients send back.
    var description: String {
        let text = "\(last) \(shown) \(Int(instant.timeIntervalSince1970)) \(fingerprint)"
        return Base64URL.encode(Array(text.utf8))
    }

    /// Decodes what ``description`` encodes. Returns `nil` for any other text.
    init?(_ text: String) {
        guard let bytes = Base64URL.decode(text) else { return nil }
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard parts.count == 4, let last = UUID(uuidString: String(parts[0])), let shown = Int(parts[1]),
            shown >= 0, let seconds = Int(parts[2]), (0...253_402_300_799).contains(seconds),
            let fingerprint = UInt64(parts[3])
        else { return nil }
        self.init(
            last: last, shown: shown, instant: Date(timeIntervalSince1970: Double(seconds)),
            fingerprint: fingerprint)
    }
}
