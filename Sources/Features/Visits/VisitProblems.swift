internal import HTTPKit

/// What a caller may be told about a circle's memory and proposals.
enum VisitProblems {
    static let whereToLook = Problem.unprocessable(
        "missing", "Say where, near=latitude,longitude: this circle has not eaten anywhere yet.",
        pointer: "/near")
    static let stillLoading = Problem.serviceUnavailable(
        "restaurants_loading", "The restaurants are being loaded. Try again in a moment.",
        retryAfterSeconds: 2)
}
