extension [Change] {
    /// The difference between the state before the first of these changes and the state after the last one, in the
    /// order in which it is worded. Changes that were undone or became obsolete are left out.
    package var folded: [Change] {
        var pending: [ChangeSubject: Change] = [:]
        for change in self {
            for (subject, earlier) in pending where earlier.kind.isOutdated(by: change) {
                pending[subject] = nil
            }
            if let earlier = pending[change.subject] {
                pending[change.subject] = earlier.folded(with: change)
            } else {
                pending[change.subject] = change
            }
        }
        return pending.values.sorted { ($0.kind.rank, $0.subject.id) < ($1.kind.rank, $1.subject.id) }
    }
}
