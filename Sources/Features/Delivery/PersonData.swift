package import Access
internal import Decisions
internal import Messages
internal import Moderation
package import Outings
internal import People
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

extension [any PersonalDataStore] {
    /// In the order of an erasure: rooms that notify others of it come first, the person's own row last.
    package static func all(_ record: OutingRecord) -> Self {
        [
            DecisionPersonalData(), SeriesPersonalData(), OutingPersonalData(record: record),
            MessagePersonalData(),
            VisitPersonalData(), DeliveryOwnData(), PeoplePersonalData(),
        ]
    }
}

extension [Retention] {
    /// What expires in the rooms above accounts.
    package static var ofAllRooms: [Retention] {
        [.friendMail, .reports] + .privacy + [.storedResponses, .mailCounts, .webhookLog, .allowances]
    }
}
