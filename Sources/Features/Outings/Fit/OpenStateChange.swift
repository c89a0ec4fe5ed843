import JSON
package import Journal
package import NoonishAPI

/// Whether the chosen place is open at the chosen time, as far as its hours are known. The old value is `nil`
/// if hosts have not been notified of one.
struct OpenStateChange: ValueTransition {
    var old: OpenStatus.State?
    var new: OpenStatus.State?

    static let names = ["open_then", "closed_then", "hours_unknown"]
    static let isHistory = false
    var name: String {
        switch new {
        case .open: "open_then"
        case .closed: "closed_then"
        case .unknown, nil: "hours_unknown"
        }
    }

    var audience: Audience { .hosts }
    var rank: Int { 170 }
    func isOutdated(by later: Change) -> Bool { later.kind.urgency == .essential }

    func clause(in context: SentenceContext) -> String? {
        context.say("change.openThen.\((new ?? .unknown).rawValue)")
    }
}

extension OpenStatus.State: StoredValue {}

extension Change {
    package static func openThen(from old: OpenStatus.State?, to new: OpenStatus.State?) -> Change {
        Change(OpenStateChange(old: old, new: new))
    }
}
