internal import NoonishAPI

/// The last result of checking whether the chosen place is open at the chosen time, and what a new result
/// means. Without side effects.
struct OpenCheck: Hashable, Sendable {
    /// The last result; `nil` before the first check of this time and place.
    let before: OpenStatus.State?
    /// Whether hosts were notified of ``before``.
    let wasReported: Bool

    /// Returns the change to report to hosts for a new result, or `nil` if there is nothing to report.
    ///
    /// Reported are: a place that is closed, any later change, and on the last day also that the state is
    /// unknown, since the host can still call the place. Open is the expectation and therefore reported only
    /// after another state.
    func news(_ state: OpenStatus.State, isLastDay: Bool) -> OutingChange? {
        guard let before else {
            return state == .closed || state == .unknown && isLastDay ? .openThen(from: nil, to: state) : nil
        }
        if before != state { return .openThen(from: before, to: state) }
        return state == .unknown && isLastDay && !wasReported ? .openThen(from: nil, to: state) : nil
    }
}
