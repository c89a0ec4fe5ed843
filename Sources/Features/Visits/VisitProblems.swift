import HTTPKit

/// Problems that requests about a circle's history and proposals can return.
enum VisitProblems {
    static let missingLocation = Problem.unprocessable(
        "missing", "This circle has no past visits yet. Add near=latitude,longitude.",
        pointer: "/near")
    static let stillLoading = Problem.serviceUnavailable(
        "restaurants_loading", "The restaurants are being loaded. Try again in a moment.",
        retryAfterSeconds: 2)
}
