import HTTPKit

/// What a caller may be told about restaurants.
enum RestaurantProblems {
    static let unknownRestaurant = Problem.notFound

    /// 400: the query was changed while paging.
    static let cursorOfAnotherQuery = Problem.badRequest(
        "invalid_cursor", "This cursor belongs to another search. Start that search again.")

    /// 503 for the first moments after a start.
    static let stillLoading = Problem.serviceUnavailable(
        "restaurants_loading", "The restaurants are being loaded. Try again in a moment.",
        retryAfterSeconds: 2)
}
