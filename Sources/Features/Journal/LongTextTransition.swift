import Initializers
package import JSON
package import NoonishAPI

/// A change of a text that may be long, of which the subject has the present one.
///
/// A long text is stored once: in the subject while it is present, then as the former value of the change that replaced
/// it. The function `with_long_texts` puts the texts back into the changes that are read.
package protocol LongTextTransition: Transition where Value == String? {}

extension LongTextTransition {
    package func encodeCompactMembers(to object: inout JSONWriter, keepsFormer: Bool) {
        let length = max(old?.unicodeScalars.count ?? 0, new?.unicodeScalars.count ?? 0)
        guard length > JournalLimits.inlineText else { return encodeMembers(to: &object) }
        object.field("isLong", true)
        if keepsFormer { object.field("previous", old) }
    }
}

/// A change as it is stored: in the history of its subject, or in the inboxes of many people.
@MemberwiseInit(unlabeled: 1)
package struct CompactChange: JSONEncodable, Sendable {
    private let change: Change
    /// The history keeps former texts; inboxes are completed from it.
    private let keepsFormer: Bool
    /// The person who made it, if the sentence says so; the history has the person of a whole edit.
    private var actor: PersonID? = nil

    package func encode(to writer: inout JSONWriter) {
        writer.object { object in
            object.field("kind", change.kind.name)
            change.kind.encodeCompactMembers(to: &object, keepsFormer: keepsFormer)
            object.field("actor", ifPresent: actor)
        }
    }
}
