package import Journal

/// Composes the clauses of changes into one text for all channels.
extension SentenceContext {
    package var phrases: NoticeMessages { NoticeMessages(language: language) }

    /// Returns the changes in one sentence: "Moved to 13:00 (was 12:30); now at Kala." Many are a sentence each, one a
    /// line, the most important first; the last line counts those that are left out.
    package func sentence(_ changes: [Change], isSnapshot: Bool = false) -> String {
        let all = (isSnapshot ? [phrases.muchHasChanged()] : []) + clauses(changes)
        guard all.count > NewsLimits.linesOfText else { return phrases.text(all) }
        let shown = all.prefix(NewsLimits.linesOfText - 1)
        return phrases.text(shown + [phrases.more(all.count - shown.count)])
    }

    /// Returns one clause for each change in order, followed by the summaries of kinds that have one.
    package func clauses(_ changes: [Change]) -> [String] {
        var clauses: [String] = []
        var summarized: [[Change]] = []
        for change in changes {
            guard change.kind.isSummarized(for: reader) else {
                if let clause = change.kind.clause(in: self) { clauses.append(clause) }
                continue
            }
            if let index = summarized.firstIndex(where: { $0[0].isOfSameKind(as: change) }) {
                summarized[index].append(change)
            } else {
                summarized.append([change])
            }
        }
        for changes in summarized { clauses += summary(of: changes, as: changes[0].kind) }
        return clauses
    }

    private func summary<Kind: ChangeKind>(of changes: [Change], as _: Kind) -> [String] {
        Kind.summary(of: changes.compactMap { $0.as(Kind.self) }, in: self)
    }
}
