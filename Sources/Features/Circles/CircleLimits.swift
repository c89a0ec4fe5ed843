/// The limits of circles.
package enum CircleLimits {
    /// Circles one person may have: more groups than anyone eats with.
    package static let circles = 50
    /// People in one circle. For comparison, an outing takes 500.
    static let circleMembers = 200
    /// Unicode scalars in a circle's name. A check constraint of the table enforces the same range.
    static let circleName = 1...60
}
