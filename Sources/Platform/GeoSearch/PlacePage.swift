public import Foundation

/// One page of an answer.
public struct PlacePage: Hashable, Sendable {
    public let hits: [PlaceHit]
    /// What to ask the next page with; nil when there is none, or ``SearchLimits/depth`` is reached.
    public let next: PlaceCursor?
    /// What the answer could be narrowed by; nil unless the query asks for it, and on later pages.
    public let facets: PlaceFacets?
}

/// A place that was found.
public struct PlaceHit: Hashable, Sendable {
    public let place: Place
    /// Great-circle distance from the query's origin, rounded to a centimetre.
    public let centimetres: Int
    /// Why the text met it; nil where there was no text.
    public let match: PlaceMatch?
    /// Whether it is open at the query's instant; nil if the query has none.
    public let openState: OpenState?

    public var id: UUID { place.id }

    /// ``centimetres`` in **metres**.
    public var metres: Double { Double(centimetres) / 100 }
}

/// What of a place met the text: the field that the weakest word was found in, and what stands there.
public struct PlaceMatch: Hashable, Sendable {
    public enum Field: String, Hashable, Sendable, CaseIterable {
        case name, otherName, transliteration, brand, dish, cuisine, diet, kind, area
    }

    public let field: Field
    public let text: String
    public let tier: MatchTier

    public init(field: Field, text: String, tier: MatchTier) {
        self.field = field
        self.text = text
        self.tier = tier
    }
}

/// How well a word was met, best first.
public enum MatchTier: UInt8, Hashable, Sendable, CaseIterable, Comparable {
    /// The very word, folded.
    case exact
    /// A word of the vocabulary that means the same.
    case synonym
    /// The beginning of a word; the last word of a text only.
    case prefix
    /// A word one edit away; in words of ``SearchLimits/oneEdit`` letters or more. Two neighbours swapped is one edit.
    case oneEdit
    /// A word two edits away; in words of ``SearchLimits/twoEdits`` letters or more.
    case twoEdits

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
