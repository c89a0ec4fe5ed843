/// Limits of what one pick can state.
enum PickLimits {
    static let options = 200
    static let parts = 100
    static let count = 1...99
}
