public import Foundation
import Geo

/// One page of an answer.
public struct PlacePage: Sendable {
    public let hits: [PlaceHit]
    /// What the answer could be narrowed by; nil unless the query asks for it, and on later pages.
    public let facets: PlaceFacets?
    let search: PlaceSearch
    let end: End?

    /// Where the page ends, if there is another.
    struct End: Sendable {
        let tier: MatchTier?
        let shown: Int
        let origins: [Coordinate]
        let key: OrderKey
    }

    /// What to ask the next page with; nil when there is none, or ``SearchLimits/depth`` is reached.
    public var next: PlaceCursor? {
        end.map { end in
            PlaceCursor(
                fingerprint: search.query.fingerprint, tier: end.tier, shown: end.shown,
                instant: search.query.openAt?.instant,
                origins: end.origins, key: end.key)
        }
    }
}

/// A place that was found. It holds the index as it was then, and reads from it what is asked for.
public struct PlaceHit: Sendable {
    /// Great-circle distance from the query's origin, rounded to a centimetre.
    public let centimetres: Int
    private let segment: Int
    private let ordinal: Int
    private let search: PlaceSearch

    init(_ found: Found, _ search: PlaceSearch) {
        centimetres = found.centimetres
        segment = found.segment
        ordinal = found.ordinal
        self.search = search
    }

    public var id: UUID { search.segments[segment].segment.columns.identities[ordinal].id }

    /// - Complexity: linear in the place's texts.
    public var place: Place { search.segments[segment].segment.place(at: ordinal) }

    /// ``centimetres`` in **metres**.
    public var metres: Double { Double(centimetres) / 100 }

    /// Whether it is open at the query's instant; nil if the query has none.
    public var openState: OpenState? {
        search.query.openAt?[search.segments[segment].segment.columns.patterns[ordinal]]
    }

    /// The query's instant, cut to the minute; nil if it has none.
    public var openAt: Date? { search.query.openAt?.instant }

    /// Why the text met it; nil where there was no text.
    ///
    /// - Complexity: linear in the place's texts.
    public var match: PlaceMatch? { PlaceMatch(search.plan, of: place) }
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
