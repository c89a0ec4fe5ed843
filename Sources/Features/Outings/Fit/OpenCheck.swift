import Journal
import NoonishAPI

/// The last result of checking whether the chosen place is open at the chosen time, and what a new result
/// means. Without side effects.
struct OpenCheck: Hashable, Sendable {
    /// The last result; `nil` before the first check of this time and place.
    let before: OpenStatus.State?
    /// Whether hosts were notified of ``before``.
    let wasReported: Bool

    /// Returns the change to report to hosts for a new result, or `nil` if there is nothing to report.
    ///
    /// Closed is always reported. Unknown is reported only on the last day, when a call to the restaurant
    /// still helps. Open is expected, so it is reported only after another state was.
    func news(_ state: OpenStatus.State, isLastDay: Bool) -> Change? {
        guard let before else {
            return state == .closed || state == .unknown && isLastDay ? .openThen(from: nil, to: state) : nil
        }
        if before != state { return .openThen(from: before, to: state) }
        return state == .unknown && isLastDay && !wasReported ? .openThen(from: nil, to: state) : nil
    }
}
