internal import JSON
package import Journal
internal import NoonishAPI
internal import Outings

/// The changes beside it hold for the following outings of the series, too.
struct SeriesChange: ChangeKind {
    static let names = ["series_too"]

    init() {}

    init?(_ members: ChangeMembers) {}

    var audience: Audience { .all }
    var rank: Int { 100 }

    /// Only with a change that a whole series can take; to people who declined, only with a cancellation.
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
