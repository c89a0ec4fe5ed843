import Foundation

// What `best` means
// =================
// How far would a person go for a place? Every place has a *perceived distance*, and the nearest by that
// comes first:
//
//     perceived = (metres + 250) × text × rating × hours × liking
//
// 250 m     the fixed cost of going out: 20 m and 60 m feel the same
// text      1 for an exact match, 1.25 for a synonym or a prefix, 2 for one typo, 3 for two
// rating    0.5 for 5 stars, 1 for 3.5, 2 for 2: every 1.5 stars double how far a person would go. Few
//           ratings count less: the mean is taken with ten ratings of 3.5 added, which is also the value of
//           an unrated place
// hours     1 if open at the query's instant, 1.6 if unknown, 4 if closed; 1 for all if it has no instant
// liking    0.6 for places that the caller is known to like, 1 for the rest: worth about one star
//
// So of two places that differ in nothing but their hours, the open one always comes first, then the unknown
// one.

/// The score of ``PlaceOrder/best``; smaller is better.
public enum PlaceScore {
    /// **Metres** added to the distance of every place.
    public static let threshold = 250.0
    /// The stars assumed for an unrated place, towards which all ratings are drawn.
    public static let priorRating = 3.5
    /// The weight of ``priorRating``, as a number of ratings.
    public static let priorCount = 10.0
    /// The difference in stars that doubles how far a person would go.
    public static let starsToDouble = 1.5

    /// Returns the perceived distance in whole millimetres.
    public static func perceivedMillimetres(
        centimetres: Int, tier: MatchTier?, rating: PlaceRating?, openState: OpenState?,
        isLiked: Bool = false
    ) -> Int {
        let perceived =
            (Double(centimetres) / 100 + threshold) * text(tier) * stars(rating) * hours(openState)
            * (isLiked ? liking : 1)
        return Int((perceived * 1_000).rounded())
    }

    static func text(_ tier: MatchTier?) -> Double {
        switch tier {
        case nil, .exact: 1
        case .synonym, .prefix: 1.25
        case .oneEdit: 2
        case .twoEdits: 3
        }
    }

    static func stars(_ rating: PlaceRating?) -> Double {
        guard let rating, rating.count > 0 else { return 1 }
        let voices = Double(rating.count)
        let mean = (rating.value * voices + priorRating * priorCount) / (voices + priorCount)
        return exp2((priorRating - mean) / starsToDouble)
    }

    static let liking = 0.6

    /// The lower bound of ``stars(_:)``: five stars from everyone.
    static let minimumStarFactor = exp2((priorRating - 5) / starsToDouble)

    static func hours(_ state: OpenState?) -> Double {
        switch state {
        case nil, .open: 1
        case .unknown: 1.6
        case .closed: 4
        }
    }
}
