import HTTPKit

/// Problems that requests about ratings can return.
enum RatingProblems {
    static let outingWasElsewhere = Problem.unprocessable(
        "not_eaten_there", "That outing was not at this place.", pointer: "/outingId")
    static let notOver = Problem.conflict(
        "rating_not_open", "Only people who attended can rate, after the outing is over.")
    static let closed = Problem.conflict("rating_closed", "A visit can be rated for 30 days.")
}
