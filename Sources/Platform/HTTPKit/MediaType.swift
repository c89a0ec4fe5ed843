/// The media types that the API reads and writes.
package enum MediaType {
    package static let json = "application/json"
    package static let mergePatch = "application/merge-patch+json"
    package static let problem = "application/problem+json"
    package static let form = "application/x-www-form-urlencoded"
    package static let html = "text/html; charset=utf-8"
    package static let vectorTile = "application/vnd.mapbox-vector-tile"
    package static let eventStream = "text/event-stream"

    /// Media types accepted for PATCH: merge patch (RFC 7396), and plain JSON for clients that do not support
    /// it.
    static let patch = [mergePatch, json]

    /// Returns whether `field`, the value of a `Content-Type`, is one of `accepted`, with charset UTF-8 if it
    /// names a charset.
    static func names(_ field: String, oneOf accepted: [String]) -> Bool {
        let parts = field.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmingSpaces)
        guard let type = parts.first?.lowercased(), accepted.contains(type) else { return false }
        return parts.dropFirst().allSatisfy { parameter in
            let parameter = parameter.lowercased()
            return !parameter.hasPrefix("charset=") || parameter == "charset=utf-8"
                || parameter == "charset=\"utf-8\""
        }
    }

    /// Returns the media type without parameters, in lower case.
    static func essence(_ field: String) -> String {
        field.prefix { $0 != ";" }.trimmingSpaces.lowercased()
    }
}
