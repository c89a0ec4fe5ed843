internal import JSON
package import Journal
internal import NoonishAPI

/// The time zone changed. It is not reported: the time changes with it, and without a time it has no effect.
struct ZoneChange: OutingFieldChange {
    var old: String
    var new: String

    init(from old: String, to new: String) {
        self.old = old
        self.new = new
    }

    static let names = ["zone_changed"]
    static var field: WritableKeyPath<OutingState, String> { \.zone }
    func encodeFormerMembers(to object: inout JSONWriter) { object.field("timeZone", old) }

    var audience: Audience { .hosts }
    var rank: Int { 20 }
    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool { false }

    func clause(in context: SentenceContext) -> String? { nil }
}

extension Change {
    package static func zone(from old: String, to new: String) -> Change {
        Change(ZoneChange(from: old, to: new))
    }
}
