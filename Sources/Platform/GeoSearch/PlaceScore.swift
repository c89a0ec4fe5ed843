import Foundation

// What `best` means
// =================
// How far would one go for it? Every place has a *felt distance*, and the nearest by that comes first:
//
//     felt = (metres + 250) × text × rating × hours × liking
//
// 250 m     what sitting down costs anyway: 20 m or 60 m are the same to anybody
// text      1 for a word met exactly, 1.25 for a synonym or a beginning, 2 for one typo, 3 for two
// rating    half for 5 stars, as it is for 3.5, and twice for 2: each 1.5 stars double the way one would go. Few voices
//           count less: the mean is taken with ten voices of 3.5 added, which is also what an unrated place has
// hours     1 if open at the asked instant, 1.6 if unknown, 4 if closed; 1 for all if none is asked for
// liking    0.6 for what the asker is known to like, 1 for the rest: as a star more, whatever others say
//
// So of two places that differ in nothing but hours the open one always comes first, then the unknown one.

/// The blend of ``PlaceOrder/best``: smaller is better.
public enum PlaceScore {
    /// **Metres** that every place is farther than it is.
    public static let threshold = 250.0
    /// The stars that nobody has given: of an unrated place, and what ratings are drawn towards.
    public static let priorRating = 3.5
    /// As many voices for ``priorRating``.
    public static let priorCount = 10.0
    /// Stars that double the way one would go.
    public static let starsToDouble = 1.5

    /// The felt distance in whole millimetres.
    public static func feltMillimetres(
        centimetres: Int, tier: MatchTier?, rating: PlaceRating?, openState: OpenState?,
        isLiked: Bool = false
    ) -> Int {
        let felt =
            (Double(centimetres) / 100 + threshold) * text(tier) * stars(rating) * hours(openState)
            * (isLiked ? liking : 1)
        return Int((felt * 1_000).rounded())
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

    /// What ``stars(_:)`` cannot fall below: five stars of everybody.
    static let fewestStars = exp2((priorRating - 5) / starsToDouble)

    static func hours(_ state: OpenState?) -> Double {
        switch state {
        case nil, .open: 1
        case .unknown: 1.6
        case .closed: 4
        }
    }
}
