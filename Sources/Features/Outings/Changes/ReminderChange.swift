import Foundation
import JSON
package import Journal
import Localization
import NoonishAPI

/// A reminder that the outing starts soon.
@StoredChange
struct ReminderChange: ChangeKind {
    @JSONMember("current") let time: OutingTime

    static let names = ["reminder"]
    static let isHistory = false

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
    package static func reminder(_ time: OutingTime) -> Change { Change(ReminderChange(time: time)) }
}
