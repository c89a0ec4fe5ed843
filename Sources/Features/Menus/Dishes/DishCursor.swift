import Encoding
import Foundation

/// The position after the last dish of a page, in an order of which the index knows nothing.
struct DishCursor: Hashable {
    let last: UUID
    /// The number of dishes shown so far: where to continue if ``last`` is no longer in the result.
    let shown: Int
    /// The instant of the first page, in whole seconds.
    let instant: Date
}

extension DishCursor: CustomStringConvertible {
    /// The opaque text that clients send back.
    var description: String {
        let text = "\(last) \(shown) \(Int(instant.timeIntervalSince1970))"
        return Base64URL.encode(Array(text.utf8))
    }

    /// Decodes what ``description`` encodes. Returns `nil` for any other text.
    init?(_ text: String) {
        guard let bytes = Base64URL.decode(text) else { return nil }
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard parts.count == 3, let last = UUID(uuidString: String(parts[0])), let shown = Int(parts[1]),
            shown >= 0, let seconds = Int(parts[2]), (0...253_402_300_799).contains(seconds)
        else { return nil }
        self.init(last: last, shown: shown, instant: Date(timeIntervalSince1970: Double(seconds)))
    }
}
