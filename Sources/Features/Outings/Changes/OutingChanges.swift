package import Journal

/// The kinds of changes of this feature.
package enum OutingChanges {
    package static let kinds: [any ChangeKind.Type] =
        OutingState.fields + [
            AttendeeChange.self, ClaimChange.self, ReminderChange.self, AnswerRequestChange.self,
            EveryoneAnsweredChange.self, SeatOfferChange.self, RequeueChange.self, LinkRushChange.self,
            OpenStateChange.self, PlaceListingChange.self, RatingRequestChange.self, OfferChange.self,
        ]
}

/// The journal, as this feature calls it.
package typealias OutingRecord = JournalWriter
