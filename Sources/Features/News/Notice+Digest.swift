import Foundation
import Journal
import NoonishAPI
import Outings

extension Notice {
    /// How long a mail waits in which nothing is important at once, so that the answers of a day are one mail; `nil`
    /// when it can be sent now.
    ///
    /// It is sent in the evening after the oldest of its changes, or shortly before the start. Counting from the present
    /// instead would postpone it forever.
    package var digestDelay: Duration? {
        guard channel == .mail, !row.wantsEverything, let pendingSince,
            changes.allSatisfy({ $0.kind.mailing(to: row.reader) == .daily })
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let evening = calendar.nextDate(
            after: pendingSince, matching: DateComponents(hour: NewsLimits.digestHour, minute: 0, second: 0),
            matchingPolicy: .nextTime)
        let start = row.outing.state.time?.startsAt.instant
        let due = [evening, start.map { $0 - NewsLimits.digestLeadTime }].compactMap(\.self).min()
        guard let due, due > row.outing.now else { return nil }
        return .seconds(due.timeIntervalSince(row.outing.now))
    }

    /// The reader's zone, or the outing's if they chose none.
    var zone: TimeZone { TimeZone(identifier: row.timeZone ?? row.outing.state.zone) ?? .gmt }
}
