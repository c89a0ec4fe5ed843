package import JSON
package import Journal
internal import Localization

/// The outing was renamed.
package struct TitleChange: OutingFieldChange {
    package var old: String
    package var new: String

    package init(from old: String, to new: String) {
        self.old = old
        self.new = new
    }

    package static let names = ["title_changed"]
    static var field: WritableKeyPath<OutingState, String> { \.title }
    package func encodeFormerMembers(to object: inout JSONWriter) { object.field("title", old) }

    package var audience: Audience { .all }
    package var rank: Int { 60 }

    package func clause(in context: SentenceContext) -> String? {
        context.say("change.title.changed", ["new": .text(new), "old": .text(old)])
    }
}

extension Change {
    package static func title(from old: String, to new: String) -> Change {
        Change(TitleChange(from: old, to: new))
    }
}

extension ChangeSubject {
    package static let title = ChangeSubject(TitleChange.self)
}
