import Foundation

/// Addresses of web pages as people write them.
enum WebAddress {
    /// The first address of `text` with a scheme; nil if a browser could not go there.
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
        // The scheme in lower case, as the table's constraint has it.
        let normalized = address.prefix { $0 != ":" }.lowercased() + address.drop { $0 != ":" }
        return normalized.unicodeScalars.count <= RestaurantLimits.detail ? normalized : nil
    }
}
