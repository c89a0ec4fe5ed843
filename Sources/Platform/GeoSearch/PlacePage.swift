public import Foundation
import Geo
import Initializers

/// One page of a search result.
public struct PlacePage: Sendable {
    public let hits: [PlaceHit]
    /// Counts by which the result could be narrowed; `nil` unless the query requests them, and on later
    /// pages.
    public let facets: PlaceFacets?
    let search: PlaceSearch
    let end: End?

    /// The position at which the page ends, if another one follows.
    struct End: Sendable {
        let tier: MatchTier?
        let shown: Int
        let origins: [Coordinate]
        let key: OrderKey
    }

    /// The cursor of the next page; `nil` if there is none, or if ``SearchLimits/depth`` is reached.
    public var next: PlaceCursor? {
        end.map { end in
            PlaceCursor(
                fingerprint: search.query.fingerprint, tier: end.tier, shown: end.shown,
                instant: search.query.openAt?.instant,
                origins: end.origins, key: end.key)
        }
    }
}

/// A place that was found. It retains the snapshot of the index that was searched, and reads its values from
/// there on demand.
public struct PlaceHit: Sendable {
    /// The great-circle distance from the query's origin, rounded to a centimetre.
    public let centimetres: Int
    private let segment: Int
    private let ordinal: Int
    private let search: PlaceSearch

    init(_ found: RankedPlace, _ search: PlaceSearch) {
        centimetres = found.centimetres
        segment = found.segment
        ordinal = found.ordinal
        self.search = search
    }

    public var id: UUID { search.segments[segment].segment.columns.identities[ordinal].id }

    /// - Complexity: linear in the place's texts.
    public var place: Place { search.segments[segment].segment.place(at: ordinal) }

    /// The distance from the query's origin, in **metres**.
    public var metres: Double { Double(centimetres) / 100 }

    /// The state of the place at the query's instant; `nil` if the query has none.
    public var openState: OpenState? {
        search.query.openAt?[search.segments[segment].segment.columns.patterns[ordinal]]
    }

    /// The query's instant, ``OpenStates/instant``; `nil` if the query has none.
    public var openAt: Date? { search.query.openAt?.instant }

    /// Why the place matches the query's text; `nil` if the query has none.
    public var match: PlaceMatch? { PlaceMatch(search.plan, of: place) }
}

/// The part of a place that matches a text: the field in which the weakest word was found, and its content.
@MemberwiseInit
public struct PlaceMatch: Hashable, Sendable {
    public enum Field: String, Hashable, Sendable, CaseIterable {
        case name, otherName, transliteration, brand, dish, cuisine, diet, kind, area
    }

    public let field: Field
    public let text: String
    public let tier: MatchTier
}

/// How well a word matches, best first.
public enum MatchTier: UInt8, Hashable, Sendable, CaseIterable, Comparable {
    /// The same word, after folding.
    case exact
    /// A synonym from the vocabulary.
    case synonym
    /// A word that starts with it, for the last word of a text only, or a kind that it means weakly.
    case prefix
    /// A word one edit away, for words of at least ``SearchLimits/oneEdit`` letters. Swapping two adjacent
    /// letters is one edit.
    case oneEdit
    /// A word two edits away, for words of at least ``SearchLimits/twoEdits`` letters.
    case twoEdits

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
