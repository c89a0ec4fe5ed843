internal import NoonishAPI

/// Whether the chosen place is open at the chosen time, as it was looked up last. Pure: what a new look makes of it.
struct OpenCheck: Hashable, Sendable {
    /// Nil before the first look at this time and place.
    let before: OpenStatus.State?
    /// Whether hosts have heard of ``before``.
    let wasTold: Bool

    /// What hosts are to hear of a look that found `state`; nil: nothing.
    ///
    /// A place that turns out to be closed, whatever changes afterwards, and on the last day also that nobody knows: that
    /// is when a call still helps. Open is what everybody expects, and told only after something else was.
    func news(_ state: OpenStatus.State, isLastDay: Bool) -> OutingChange? {
        guard let before else {
            return state == .closed || state == .unknown && isLastDay ? .openThen(from: nil, to: state) : nil
        }
        if before != state { return .openThen(from: before, to: state) }
        return state == .unknown && isLastDay && !wasTold ? .openThen(from: nil, to: state) : nil
    }
}
