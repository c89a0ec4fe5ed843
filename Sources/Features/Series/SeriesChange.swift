import JSON
package import Journal
import NoonishAPI
import Outings

/// A note that the other changes of the revision also apply to the following outings of the series.
struct SeriesChange: ChangeKind {
    static let names = ["series_too"]

    init() {}

    init?(_ members: ChangeMembers) {}

    var audience: Audience { .all }
    var rank: Int { 100 }

    /// Reported only with a change that applies to a whole series; to people who declined, only with a
    /// cancellation.
    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool {
        let isCancelled = pending[.cancellation] != nil
        guard standing.status != .declined else { return isCancelled }
        return isCancelled || pending.values.contains(where: \.isEdit)
    }

    func clause(in context: SentenceContext) -> String? { context.say("change.seriesToo") }
}

extension Change {
    package static let seriesToo = Change(SeriesChange())
}

/// The kinds of changes of this feature.
package enum SeriesChanges {
    package static let kinds: [any ChangeKind.Type] = [SeriesChange.self]
}
