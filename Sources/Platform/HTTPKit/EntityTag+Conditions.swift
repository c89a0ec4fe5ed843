package import HTTPTypes

/// The value of `If-Match` or `If-None-Match` (RFC 9110, sections 13.1.1 and 13.1.2): `*` or a list of entity
/// tags.
package enum TagCondition: Hashable, Sendable {
    case any
    /// The opaque parts, without `W/`, quotes and the `-gz` of a compressed representation.
    case tags([String])

    /// Parses a field value.
    ///
    /// - Throws: 400 `malformed_condition` if the text is neither `*` nor a list of tags.
    package init(_ text: String) throws(Problem) {
        if text.trimmingSpaces == "*" {
            self = .any
            return
        }
        var rest = Substring(text)
        var tags: [String] = []
        repeat {
            rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
            if rest.isEmpty { break }
            if rest.hasPrefix("W/") { rest = rest.dropFirst(2) }
            guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else {
                throw .malformedCondition
            }
            let tag = rest[rest.index(after: rest.startIndex)..<end]
            tags.append(String(tag.hasSuffix(EntityTag.compressedSuffix) ? tag.dropLast(3) : tag))
            rest = rest[rest.index(after: end)...].drop { $0 == " " || $0 == "\t" }
            guard rest.isEmpty || rest.first == "," else { throw .malformedCondition }
        } while !rest.isEmpty
        guard !tags.isEmpty else { throw .malformedCondition }
        self = .tags(tags)
    }

    /// For `If-Match`: returns whether the condition holds for the current version.
    package func permits(version: Int) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags):
            tags.contains { $0.prefix { $0 != "." } == String(version) }
        }
    }

    /// For `If-None-Match`: returns whether the caller already has this representation.
    package func has(_ tag: EntityTag) -> Bool { has("\(tag.version).\(tag.hash)") }

    /// Returns whether the condition names a tag with this opaque part.
    package func has(_ opaque: String) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags): tags.contains(opaque)
        }
    }
}

extension EntityTag {
    /// Suffix of the tag of a compressed representation, which must differ from the plain one's (RFC 9110,
    /// section 8.8.3.3).
    package static let compressedSuffix = "-gz"
}

extension Problem {
    fileprivate static let malformedCondition = Problem.badRequest(
        "malformed_condition", "If-Match and If-None-Match take * or a list of entity tags in quotes.")
}

extension HTTPFields {
    /// The condition in `If-Match`, if the field is present.
    package var ifMatchCondition: TagCondition? {
        get throws(Problem) { try condition(.ifMatch) }
    }

    /// The condition in `If-None-Match`, if the field is present.
    package var ifNoneMatchCondition: TagCondition? {
        get throws(Problem) { try condition(.ifNoneMatch) }
    }

    private func condition(_ name: HTTPField.Name) throws(Problem) -> TagCondition? {
        guard let text = self[name] else { return nil }
        return try TagCondition(text)
    }
}

extension StringProtocol {
    /// The text without leading and trailing spaces and tabs, which HTTP calls optional whitespace.
    var trimmingSpaces: SubSequence {
        let start = firstIndex { $0 != " " && $0 != "\t" } ?? endIndex
        guard let last = lastIndex(where: { $0 != " " && $0 != "\t" }) else { return self[start..<start] }
        return self[start...last]
    }
}
