/// The languages that a request prefers.
///
/// - Source: RFC 9110, section 12.5.4; RFC 4647, section 2.1.
package enum LanguageRanges {
    /// The number of characters of a field that are parsed; enough for every real browser.
    private static let longest = 200

    /// Returns the ranges of an `Accept-Language` field, best first, without `*` and ranges of weight 0.
    package static func read(_ field: String) -> [String] {
        let ranges = field.prefix(longest).split(separator: ",").compactMap {
            range -> (tag: String, weight: Double)? in
            let parts = range.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            guard let tag = parts.first, isTag(tag) else { return nil }
            let weight =
                parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            return weight > 0 ? (tag, weight) : nil
        }
        // Ranges of equal weight keep their order.
        return ranges.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
            .map(\.element.tag)
    }

    private static func isTag(_ text: String) -> Bool {
        text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { subtag in
            (1...8).contains(subtag.count) && subtag.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
    }
}
