import Initializers
package import JSON
package import Journal
import Localization
import NoonishAPI

/// An outing was cancelled or reactivated, or the reason for its cancellation changed.
@MemberwiseInit
package struct CancellationChange: OutingFieldChange {
    package var old: Cancellation?
    package var new: Cancellation?

    package static let names = ["outing_cancelled", "outing_reactivated"]
    package var name: String { new == nil ? "outing_reactivated" : "outing_cancelled" }
    package static var field: WritableKeyPath<OutingState, Cancellation?> { \.cancellation }
    package func encodeFormerMembers(to object: inout JSONWriter) {
        object.field("cancelReason", old?.reason)
    }

    /// Whether the outing was cancelled by this change, which may also be about the reason only.
    package var isNewlyCancelled: Bool { old == nil && new != nil }

    package var endsOuting: Bool { new != nil }
    package var audience: Audience { .all }
    package var urgency: Urgency { .essential }
    package var namesActor: Bool { new != nil && old == nil }
    package var rank: Int { 0 }
    package var endsDeferral: Bool { true }
    package func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool { true }

    package func clause(in context: SentenceContext) -> String? {
        switch (old, new) {
        case (_, nil): context.say("change.reactivated")
        case (nil, let new?): cancelled(new, in: context)
        case (_?, let new?):
            new.reason.map { context.say("change.staysCancelledWhy", ["reason": .text($0)]) }
                ?? context.say("change.staysCancelled")
        }
    }
}

extension CancellationChange {
    private func cancelled(_ new: Cancellation, in context: SentenceContext) -> String {
        var values: [String: MessageValue] = [:]
        if let reason = new.reason { values["reason"] = .text(reason) }
        guard let actor = context.actorName(of: subject) else {
            return context.say(new.reason == nil ? "change.cancelled" : "change.cancelledWhy", values)
        }
        values["name"] = .text(actor)
        return context.say(new.reason == nil ? "change.cancelledBy" : "change.cancelledByWhy", values)
    }
}

/// The cancellation of an outing.
@MemberwiseInit
package struct Cancellation: Hashable, Sendable {
    package var reason: String?
}

extension Cancellation: StoredValue {
    package func encode(to writer: inout JSONWriter) {
        writer.object { $0.field("reason", reason) }
    }

    package init?(stored value: JSONValue) {
        guard case .object(let object) = value else { return nil }
        reason = object.text("reason")
    }
}

extension Change {
    package static func cancellation(from old: Cancellation?, to new: Cancellation?) -> Change {
        Change(CancellationChange(old: old, new: new))
    }
}

extension ChangeSubject {
    package static let cancellation = ChangeSubject(CancellationChange.self)
}
