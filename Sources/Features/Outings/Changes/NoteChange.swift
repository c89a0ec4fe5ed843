internal import JSON
package import Journal
internal import Localization

/// The hosts' note was set, changed or removed.
struct NoteChange: OutingFieldChange {
    var old: String?
    var new: String?

    init(from old: String?, to new: String?) {
        self.old = old
        self.new = new
    }

    static let names = ["note_changed"]
    static var field: WritableKeyPath<OutingState, String?> { \.note }
    func encodeFormerMembers(to object: inout JSONWriter) { object.field("note", old) }

    var audience: Audience { .all }
    var rank: Int { 70 }

    func clause(in context: SentenceContext) -> String? {
        guard let new else { return context.say("change.note.removed") }
        let note = context.excerpt(new)
        return old == nil
            ? context.say("change.note.set", ["note": .text(note)])
            : context.say("change.note.changed", ["note": .text(note)])
    }
}

extension Change {
    package static func note(from old: String?, to new: String?) -> Change {
        Change(NoteChange(from: old, to: new))
    }
}

extension ChangeSubject {
    package static let note = ChangeSubject(NoteChange.self)
}
