import Foundation

/// Finds names that people could mistake for each other in one list.
///
/// Two names look alike if their skeletons are the same, as "Leila" and "Lеila" with a Cyrillic letter, or if they
/// differ in case, accents and width only.
///
/// - Source: Unicode Technical Standard 39, section 4.
package struct NameComparison: Sendable {
    private var counts: [String: Int] = [:]

    package init(_ names: [String]) {
        for key in names.flatMap(Self.keys) { counts[key, default: 0] += 1 }
    }

    /// Returns whether a name of the list looks like another of the list.
    package func isShared(_ name: String) -> Bool {
        Self.keys(name).contains { counts[$0, default: 0] > 1 }
    }

    /// Returns whether a word of a name mixes scripts, as no language does: Latin with Cyrillic, for example.
    ///
    /// - Source: Unicode Technical Standard 39, section 5.2, "Moderately Restrictive".
    package static func mixesScripts(_ name: String) -> Bool {
        name.split(whereSeparator: \.isWhitespace).contains { SpoofChecker.shared.isMixed(String($0)) }
    }

    /// Both skeletons of a name. The folded one is in another namespace, because "Al" looks like "AI" but not like "ai".
    private static func keys(_ name: String) -> [String] {
        let visible = String(
            String.UnicodeScalarView(
                name.precomposedStringWithCompatibilityMapping.unicodeScalars.filter {
                    !$0.properties.isDefaultIgnorableCodePoint
                }))
        let folded = visible.folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        return ["a" + SpoofChecker.shared.skeleton(visible), "b" + SpoofChecker.shared.skeleton(folded)]
    }
}
