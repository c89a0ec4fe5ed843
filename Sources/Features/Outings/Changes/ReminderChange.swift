import Foundation
import JSON
package import Journal
import Localization
import NoonishAPI

/// A reminder that the outing starts soon.
struct ReminderChange: ChangeKind {
    let time: OutingTime

    static let names = ["reminder"]
    static let isHistory = false

    init(_ time: OutingTime) { self.time = time }

    init?(_ members: ChangeMembers) {
        guard let time = OutingTime(stored: members.current) else { return nil }
        self.time = time
    }

    func encodeMembers(to object: inout JSONWriter) { object.field("current", time) }

    var audience: Audience { .attending }
    var rank: Int { 110 }
    var expiresAt: Date? { time.startsAt.instant }
    func isOutdated(by later: Change) -> Bool {
        later.is(CancellationChange.self) || later.is(TimeChange.self)
    }

    func clause(in context: SentenceContext) -> String? {
        context.say("change.reminder", ["time": .words(context.whole(time))])
    }
}

extension Change {
    package static func reminder(_ time: OutingTime) -> Change { Change(ReminderChange(time)) }
}
