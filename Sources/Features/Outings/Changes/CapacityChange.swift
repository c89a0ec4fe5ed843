internal import JSON
package import Journal
internal import Localization

/// The number of seats changed.
struct CapacityChange: OutingFieldChange {
    var old: Int?
    var new: Int?

    init(from old: Int?, to new: Int?) {
        self.old = old
        self.new = new
    }

    static let names = ["capacity_changed"]
    static var field: WritableKeyPath<OutingState, Int?> { \.capacity }
    func encodeFormerMembers(to object: inout JSONWriter) { object.field("capacity", old) }

    var audience: Audience { .hosts }
    var rank: Int { 90 }

    func clause(in context: SentenceContext) -> String? {
        guard let new else { return context.say("change.capacity.removed") }
        guard let old else { return context.say("change.capacity.set", ["count": .number(new)]) }
        return context.say("change.capacity.changed", ["count": .number(new), "old": .number(old)])
    }
}

extension Change {
    package static func capacity(from old: Int?, to new: Int?) -> Change {
        Change(CapacityChange(from: old, to: new))
    }
}
