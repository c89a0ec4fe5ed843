package import Access
internal import Decisions
internal import Messages
package import Outings
internal import People
internal import Moderation
package import Privacy
internal import Series
internal import Visits

// What all rooms store about people. This is the uppermost room that has tables.

extension [PersonReference] {
    package static var all: [PersonReference] {
        PersonReference.people + PersonReference.outings + PersonReference.decisions
            + PersonReference.series + PersonReference.messages + PersonReference.visits
            + PersonReference.updates
    }
}

extension [any OwnData] {
    /// In the order of an erasure: rooms that notify others of it come first, the person's own row last.
    package static func all(_ record: OutingRecord) -> Self {
        [
            DecisionOwnData(), SeriesOwnData(), OutingOwnData(record: record), MessageOwnData(),
            VisitOwnData(), UpdateOwnData(), PeopleOwnData(),
        ]
    }
}

extension [Retention] {
    /// What expires in the rooms above accounts.
    package static var ofAllRooms: [Retention] {
        [.friendMail, .reports] + .privacy + [.storedAnswers, .mailCounts, .webhookLog, .allowances]
    }
}
