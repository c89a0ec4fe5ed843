/// Limits of circles.
package enum CircleLimits {
    /// Circles one person may have: more groups than anybody eats with.
    package static let circles = 50
    /// People in one circle. An outing takes 500.
    static let circleMembers = 200
    /// Unicode scalars of a circle's name; a check of the table agrees.
    static let circleName = 1...60
}
