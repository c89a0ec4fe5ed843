/// The plural rules of the supported languages.
///
/// - Source: Unicode CLDR 46, `common/supplemental/plurals.xml` and `ordinals.xml`.
enum PluralRules {
    enum Kind: Hashable, Sendable {
        case cardinal, ordinal
    }

    enum Category: String, CaseIterable, Hashable, Sendable {
        case zero, one, two, few, many, other
    }

    /// The languages whose rules are implemented.
    static let languages: Set<String> = ["ar", "de", "en", "fi", "ja"]

    /// Returns the categories of a language, all of which a message must cover.
    static func categories(_ kind: Kind, in language: String) -> Set<Category> {
        switch (kind, language) {
        case (.cardinal, "ar"): Set(Category.allCases)
        case (.cardinal, "de"), (.cardinal, "en"), (.cardinal, "fi"): [.one, .other]
        case (.ordinal, "en"): [.one, .two, .few, .other]
        default: [.other]
        }
    }

    /// Returns the category of a whole number.
    static func category(of number: Int, _ kind: Kind, in language: String) -> Category {
        let size = number.magnitude
        switch (kind, language) {
        case (.cardinal, "ar"): return arabic(size)
        case (.cardinal, "de"), (.cardinal, "en"), (.cardinal, "fi"): return size == 1 ? .one : .other
        case (.ordinal, "en"): return englishOrdinal(size)
        default: return .other
        }
    }

    private static func arabic(_ number: UInt) -> Category {
        switch (number, number % 100) {
        case (0, _): .zero
        case (1, _): .one
        case (2, _): .two
        case (_, 3...10): .few
        case (_, 11...99): .many
        default: .other
        }
    }

    private static func englishOrdinal(_ number: UInt) -> Category {
        switch (number % 10, number % 100) {
        case (1, let rest) where rest != 11: .one
        case (2, let rest) where rest != 12: .two
        case (3, let rest) where rest != 13: .few
        default: .other
        }
    }
}
