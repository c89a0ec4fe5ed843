/// Which languages a reader prefers.
///
/// - Source: RFC 9110, section 12.5.4.
enum LanguagePreference {
    /// The primary subtags of an `Accept-Language`, best first, `*` and refused ones left out.
    static func languages(_ header: String) -> [String] {
        let ranges = header.prefix(200).split(separator: ",").compactMap {
            range -> (tag: String, weight: Double)? in
            let parts = range.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            guard let tag = parts.first?.split(separator: "-").first, tag != "*" else { return nil }
            let weight =
                parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            return weight > 0 ? (tag.lowercased(), weight) : nil
        }
        // Equal weights stay in the order they were written.
        return ranges.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
            .map(\.element.tag)
    }
}
