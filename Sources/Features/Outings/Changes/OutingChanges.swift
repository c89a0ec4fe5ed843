package import Journal

/// The kinds of changes of this feature.
package enum OutingChanges {
    package static let kinds: [any ChangeKind.Type] = [
        CancellationChange.self, TimeChange.self, ZoneChange.self, PlaceChange.self, TitleChange.self,
        NoteChange.self, DeadlineChange.self, CapacityChange.self, AttendeeChange.self, ClaimChange.self,
        ReminderChange.self, AnswerRequestChange.self, EveryoneAnsweredChange.self, SeatOfferChange.self,
        OpenStateChange.self, RatingRequestChange.self, OfferChange.self,
    ]
}

/// The journal, as this feature calls it.
package typealias OutingRecord = JournalWriter
