package import Foundation
package import HTTPKit
import Initializers
package import Journal
import Localization
package import NoonishAPI
package import OpenAPI

// The fields of an outing
// =======================
// One table: what a host can set, and everything that follows from it. A field is a kind of change, which says where
// the field is stored, how it is read from a request, and how a change of it is worded. The rest (diff, undo, history,
// INSERT, UPDATE, schemas, the copy of a series) iterates over ``OutingState/editableFields``.
//
// Plain fields, which are one member of the JSON and one column, are declared below. docs/architecture.md has the recipe
// for one more, and why the others have files of their own.

/// Everything about an outing that people are notified of: the value that changes are differences of.
package struct OutingState: Hashable, Sendable {
    package var title: String
    package var note: String?
    /// The tzdata name of the time zone in which the outing's wall times are read.
    package var zone: String
    package var time: OutingTime?
    package var place: OutingPlace?
    /// The number of seats, including the host's.
    package var capacity: Int?
    package var deadline: Date?
    package var cancellation: Cancellation?
    package var attendees: [PersonID: Answer] = [:]

    package init(title: String, zone: String) {
        self.title = title
        self.zone = zone
    }

    /// The state before any field is set.
    package static let empty = OutingState(title: "", zone: "UTC")

    /// The fields that PATCH can write, the most important first.
    package static let editableFields: [any EditableFieldChange.Type] = [
        TimeChange.self, ZoneChange.self, PlaceChange.self, TitleChange.self, NoteChange.self,
        DeadlineChange.self, CapacityChange.self,
    ]

    package static let plainFields = editableFields.compactMap { $0 as? any PlainFieldChange.Type }

    /// All fields: also those that have requests of their own.
    static let fields: [any OutingFieldChange.Type] = [CancellationChange.self] + editableFields
}

/// The outing was renamed.
@MemberwiseInit
package struct TitleChange: PlainFieldChange {
    package var old: String
    package var new: String

    package static let name: StaticString = "title"
    package static var field: WritableKeyPath<OutingState, String> { \.title }
    package static var member: WritableKeyPath<Outing, String> { \.title }
    package static var seriesMember: WritableKeyPath<OutingSeries, String> { \.title }
    package static let input = ValueParser<String>.text(OutingLimits.title)
    package static let inputSchema = Schema.text(OutingLimits.title, "Thursday lunch")
    package static let outputSchema = Schema.string("Thursday lunch")

    package var audience: Audience { .all }
    package func mailing(to reader: NewsReader) -> Mailing { .onRequest }
    package var rank: Int { 60 }

    package func clause(in context: SentenceContext) -> String? {
        context.say("change.title.changed", ["new": .text(new), "old": .text(old)])
    }
}

/// The hosts' note was set, changed or removed.
struct NoteChange: TextFieldChange {
    var old: String?
    var new: String?

    static let name: StaticString = "note"
    static var field: WritableKeyPath<OutingState, String?> { \.note }
    static var member: WritableKeyPath<Outing, String?> { \.details.note }
    static var seriesMember: WritableKeyPath<OutingSeries, String?> { \.details.note }
    static let length = OutingLimits.note
    static let isMultiline = true
    static let example = "Bring cash"
    static let isEditableAfterEnd = true
    var rank: Int { 70 }
}

/// The number of seats changed. ``OutingEdits`` then offers free seats to the waiting list.
struct CapacityChange: PlainFieldChange {
    var old: Int?
    var new: Int?

    static let name: StaticString = "capacity"
    static var field: WritableKeyPath<OutingState, Int?> { \.capacity }
    static var member: WritableKeyPath<Outing, Int?> { \.details.capacity }
    static var seriesMember: WritableKeyPath<OutingSeries, Int?> { \.details.capacity }
    static let input = ValueParser<Int>.integer(OutingLimits.capacity)
    static let inputSchema = Schema.integer(OutingLimits.capacity, 12)
    static let outputSchema = inputSchema
    static let description = "Seats, including the host's; null for no limit."

    var audience: Audience { .hosts }
    func mailing(to reader: NewsReader) -> Mailing { .onRequest }
    var rank: Int { 90 }

    func clause(in context: SentenceContext) -> String? {
        guard let new else { return context.say("change.capacity.removed") }
        guard let old else { return context.say("change.capacity.set", ["count": .number(new)]) }
        return context.say("change.capacity.changed", ["count": .number(new), "old": .number(old)])
    }
}

extension Change {
    package static func title(from old: String, to new: String) -> Change {
        Change(TitleChange(old: old, new: new))
    }

    package static func note(from old: String?, to new: String?) -> Change {
        Change(NoteChange(old: old, new: new))
    }

    package static func capacity(from old: Int?, to new: Int?) -> Change {
        Change(CapacityChange(old: old, new: new))
    }
}

extension ChangeSubject {
    package static let title = ChangeSubject(TitleChange.self)
    package static let note = ChangeSubject(NoteChange.self)
}
