/// The limits of ratings, circle history and proposals, with their units and reasons.
package enum VisitLimits {
    /// Stars of a rating.
    static let stars = 1...5
    /// Unicode scalars of the private note beside the stars.
    static let words = 1...1_000
    /// Seconds after an outing's end during which its place can be rated and the rating changed.
    static let ratingPeriodAfterEnd: Double = 30 * 86_400
    /// The lowest number of stars that counts as liking a place.
    static let minimumStarsLiked = 4

    /// Ratings of a visit that are needed before anything about them is disclosed: with two, a rater could
    /// work out the other's rating.
    static let minimumRatings = 3

    // Proposals
    /// Past visits from which a habit is derived: a year of weekly ones.
    static let visitsConsidered = 52
    /// Weeks before a circle is proposed the same place again.
    static let weeksBeforeRepeat = 4
    /// Minimum notice for a proposed time, in seconds.
    static let notice: Double = 12 * 3_600
    /// Weeks ahead that are searched for a free time.
    static let weeksAhead = 12
    /// Radius around the starting point within which places are searched, in **metres**: a trip across town.
    static let radius: Double = 5_000
    /// Places that are ranked, and how many of them are proposed.
    static let candidates = 50
    static let places = 3
    /// Past outings whose diets are checked, newest first, until one gives an answer.
    static let outingsCheckedForFit = 3
    /// Distance in **metres** within which a place counts as near where the circle usually eats: walking
    /// distance.
    static let nearUsual: Double = 1_000
}
