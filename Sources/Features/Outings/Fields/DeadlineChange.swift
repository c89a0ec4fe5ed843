package import Foundation
import JSON
package import Journal
import Localization
import Postgres

/// The deadline for answers was set, moved or removed.
struct DeadlineChange: EditableFieldChange {
    var old: Date?
    var new: Date?

    static let names = ["deadline_changed"]
    static var field: WritableKeyPath<OutingState, Date?> { \.deadline }
    func encodeFormerMembers(to object: inout JSONWriter) {
        object.field("respondBy", old.map { $0.formatted(.iso8601) })
    }

    var audience: Audience { .all }
    var rank: Int { 80 }

    func clause(in context: SentenceContext) -> String? {
        guard let new = new.map(context.moment) else { return context.say("change.deadline.removed") }
        guard let old = old.map(context.moment) else {
            return context.say("change.deadline.set", ["new": .words(new)])
        }
        return context.say("change.deadline.moved", ["new": .words(new), "old": .words(old)])
    }
}

extension DeadlineChange {
    static let selection: SQL = "o.respond_by"

    static func read(_ row: inout RowReader, into state: inout OutingState) throws(PostgresError) {
        state.deadline = try row.next()
    }

    static func write(_ state: OutingState, to columns: inout ColumnWriter) {
        columns.column("respond_by", state.deadline)
    }
}

extension Change {
    package static func deadline(from old: Date?, to new: Date?) -> Change {
        Change(DeadlineChange(old: old, new: new))
    }
}
