/// The types of body that are read and written here.
package enum MediaType {
    package static let json = "application/json"
    package static let mergePatch = "application/merge-patch+json"
    package static let problem = "application/problem+json"
    package static let form = "application/x-www-form-urlencoded"
    package static let html = "text/html; charset=utf-8"
    package static let eventStream = "text/event-stream"

    /// What PATCH takes: the merge patch's own type (RFC 7396), and plain JSON from those who do not know it.
    static let patch = [mergePatch, json]

    /// Whether `field`, the value of a `Content-Type`, names one of `accepted`, in UTF-8 if it says a charset at all.
    static func names(_ field: String, oneOf accepted: [String]) -> Bool {
        let parts = field.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmingSpaces)
        guard let type = parts.first?.lowercased(), accepted.contains(type) else { return false }
        return parts.dropFirst().allSatisfy { parameter in
            let parameter = parameter.lowercased()
            return !parameter.hasPrefix("charset=") || parameter == "charset=utf-8"
                || parameter == "charset=\"utf-8\""
        }
    }

    /// The type without parameters, in lower case.
    static func essence(_ field: String) -> String {
        field.prefix { $0 != ";" }.trimmingSpaces.lowercased()
    }
}
