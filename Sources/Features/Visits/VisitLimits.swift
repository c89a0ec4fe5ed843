/// Every number of what groups remember: what it is, its unit, and why it is what it is.
package enum VisitLimits {
    /// Stars one may give.
    static let stars = 1...5
    /// Unicode scalars of the word beside them, a note to oneself.
    static let words = 1...1_000
    /// How long after an outing's end its place can be rated, and the rating changed, in seconds.
    static let ratedAfterEnd: Double = 30 * 86_400
    /// From so many stars on one liked it.
    static let likedStars = 4

    /// Opinions of one visit from which on anything is said of them: of two the reader's own gives the other away.
    static let toldVoices = 3

    // Proposals
    /// Visits that a habit is read from: a year of weeks.
    static let visitsRead = 52
    /// Weeks within which a circle is not proposed the same place again.
    static let restWeeks = 4
    /// How long ahead a time is proposed at least, in seconds: people have to hear of it.
    static let notice: Double = 12 * 3_600
    /// Weeks in which a free evening is looked for.
    static let weeksAhead = 12
    /// How far around places are looked for, in **metres**: a way across town.
    static let radius: Double = 5_000
    /// Places that are looked at, and how many of them are proposed.
    static let candidates = 50
    static let places = 3
    /// Visits that are asked for whom places work, until one knows.
    static let fitsRead = 3
    /// Within so many **metres** a place is near where the circle usually eats: a walk.
    static let nearUsual: Double = 1_000
}
