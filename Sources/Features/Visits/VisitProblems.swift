internal import HTTPKit

/// Problems that requests about a circle's history and proposals can return.
enum VisitProblems {
    static let whereToLook = Problem.unprocessable(
        "missing", "Say where, near=latitude,longitude: this circle has not eaten anywhere yet.",
        pointer: "/near")
    static let stillLoading = Problem.serviceUnavailable(
        "restaurants_loading", "The restaurants are being loaded. Try again in a moment.",
        retryAfterSeconds: 2)
}
