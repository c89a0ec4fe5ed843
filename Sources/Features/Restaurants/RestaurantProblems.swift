import HTTPKit

/// The problems that restaurant routes return.
enum RestaurantProblems {
    static let unknownRestaurant = Problem.notFound

    /// 400: the query changed between two pages.
    static let cursorOfAnotherQuery = Problem.badRequest(
        "invalid_cursor", "This cursor belongs to another search. Start that search again.")

    /// 409: a fair search needs the starting points of at least two members. With one, the result would
    /// reveal where that member is.
    static func originsNeeded(_ count: Int) -> Problem {
        .conflict(
            "origins_needed", "Two people at least have to share roughly where they start.",
            members: [Problem.Member("shared", count)])
    }

    /// 503 during the first moments after a start.
    static let stillLoading = Problem.serviceUnavailable(
        "restaurants_loading", "The restaurants are being loaded. Try again in a moment.",
        retryAfterSeconds: 2)

    /// 503: a live origin does not respond or its quota is used up.
    static func liveSourceUnavailable(_ fault: LiveFault, name: String) -> Problem {
        switch fault {
        case .unavailable:
            .serviceUnavailable("source_unavailable", "\(name) does not answer.", retryAfterSeconds: 30)
        case .exhausted:
            .serviceUnavailable(
                "source_exhausted", "\(name) has been asked as much as it may be.", retryAfterSeconds: 600)
        }
    }
}
