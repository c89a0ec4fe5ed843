import Foundation

/// Normalises web addresses.
enum WebAddress {
    /// Returns the first address of `text` with a scheme; `nil` if it is not a valid web address.
    static func normalized(_ text: String) -> String? {
        guard let first = text.split(whereSeparator: { $0 == ";" || $0.isWhitespace }).first else {
            return nil
        }
        let lower = first.lowercased()
        let address =
            lower.hasPrefix("http://") || lower.hasPrefix("https://") ? String(first) : "https://\(first)"
        guard let url = URL(string: address), let host = url.host(), host.contains("."), url.user == nil
        else {
            return nil
        }
        // Lower-case scheme, as in the table's constraint.
        let normalized = address.prefix { $0 != ":" }.lowercased() + address.drop { $0 != ":" }
        return normalized.unicodeScalars.count <= RestaurantLimits.detail ? normalized : nil
    }
}
