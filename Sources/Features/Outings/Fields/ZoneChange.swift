import JSON
package import Journal
import NoonishAPI
import Postgres

/// The time zone changed. It is not reported: the time changes with it, and without a time it has no effect.
struct ZoneChange: EditableFieldChange {
    var old: String
    var new: String

    static let names = ["zone_changed"]
    static var field: WritableKeyPath<OutingState, String> { \.zone }
    static let isIntroduced = false
    func encodeFormerMembers(to object: inout JSONWriter) { object.field("timeZone", old) }

    var audience: Audience { .hosts }
    var rank: Int { 20 }
    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool { false }

    func clause(in context: SentenceContext) -> String? { nil }

    // ``TimeChange`` stores the zone.
    static let selection: SQL = ""
    static func read(_ row: inout RowReader, into state: inout OutingState) throws(PostgresError) {}
    static func write(_ state: OutingState, to columns: inout ColumnWriter) {}
}

extension Change {
    package static func zone(from old: String, to new: String) -> Change {
        Change(ZoneChange(old: old, new: new))
    }
}
