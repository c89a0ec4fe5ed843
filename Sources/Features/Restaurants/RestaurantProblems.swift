import HTTPKit

/// What a caller may be told about restaurants.
enum RestaurantProblems {
    static let unknownRestaurant = Problem.notFound

    /// 400: the query was changed while paging.
    static let cursorOfAnotherQuery = Problem.badRequest(
        "invalid_cursor", "This cursor belongs to another search. Start that search again.")

    /// 409: what is fair to one is where they are.
    static func originsNeeded(_ count: Int) -> Problem {
        .conflict(
            "origins_needed", "Two people at least have to share roughly where they start.",
            members: [Problem.Member("shared", count)])
    }

    /// 503 for the first moments after a start.
    static let stillLoading = Problem.serviceUnavailable(
        "restaurants_loading", "The restaurants are being loaded. Try again in a moment.",
        retryAfterSeconds: 2)

    /// 503: a source outside of the directory does not answer.
    static func liveSourceSilent(_ fault: LiveFault, name: String) -> Problem {
        switch fault {
        case .unavailable:
            .serviceUnavailable("source_unavailable", "\(name) does not answer.", retryAfterSeconds: 30)
        case .exhausted:
            .serviceUnavailable(
                "source_exhausted", "\(name) has been asked as much as it may be.", retryAfterSeconds: 600)
        }
    }
}
