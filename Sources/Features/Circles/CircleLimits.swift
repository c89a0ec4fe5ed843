/// Every number of what groups remember: what it is, its unit, and why it is what it is.
package enum CircleLimits {
    /// Stars one may give.
    static let stars = 1...5
    /// Unicode scalars of the word beside them, a note to oneself.
    static let words = 1...1_000
    /// How long after an outing's end its place can be rated, and the rating changed, in seconds.
    static let ratedAfterEnd: Double = 30 * 86_400
    /// From so many stars on one liked it.
    static let likedStars = 4
}
