package import HTTPKit

/// Problems of restaurant searches.
package enum RestaurantProblems {
    static let unknownRestaurant = Problem.notFound

    /// 400: the query changed between two pages.
    package static let cursorOfAnotherQuery = Problem.badRequest(
        "invalid_cursor", "This cursor belongs to another search. Start that search again.")

    /// 409: a fair search needs the starting points of at least two members. With one, the result would
    /// reveal where that member is.
    static func originsNeeded(_ count: Int) -> Problem {
        .conflict(
            "origins_needed", "At least two members must share a starting point.",
            members: [Problem.Member("shared", count)])
    }

    /// 503 during the first moments after a start.
    package static let stillLoading = Problem.serviceUnavailable(
        "restaurants_loading", "The restaurants are being loaded. Try again in a moment.",
        retryAfterSeconds: 2)

    /// 503: a live origin does not respond or its quota is used up.
    static func liveSourceUnavailable(_ fault: LiveFault, name: String) -> Problem {
        switch fault {
        case .unavailable:
            .serviceUnavailable("source_unavailable", "\(name) is unavailable.", retryAfterSeconds: 30)
        case .exhausted:
            .serviceUnavailable(
                "source_exhausted", "The request quota for \(name) is used up. Try again later.",
                retryAfterSeconds: 600)
        }
    }
}
