/// Every number of outings: what it is, its unit, and why it is what it is.
package enum OutingLimits {
    /// Unicode scalars of a title. One line on a phone twice over.
    package static let title = 1...120
    /// Unicode scalars of a note: a page.
    package static let note = 1...4_000
    /// Unicode scalars of a place in words.
    package static let place = 1...400
    /// Seats of an outing, the host counted.
    package static let capacity = 1...100_000
    /// Seats one person may take: a family, not a coach party.
    package static let partySize = 1...50
    /// Unicode scalars of the note beside an answer.
    static let answerNote = 1...500
    /// Unicode scalars of the reason for a cancellation.
    static let cancelReason = 1...500
    /// People one outing may have on its list beside the host. More is a mailing list.
    package static let invitees = 500
    /// Mails with invitations one person may cause within 24 hours.
    package static let mailsADay = 200
    /// How long an outing without an end takes.
    package static let usualDuration: Double = 2 * 3_600
    /// From start to end, in seconds: a fortnight away together still is one.
    static let longestDuration: Double = 14 * 86_400
    /// How long after it is done answers may still be corrected, in seconds: the bill is split by then.
    static let answersAfterEnd: Double = 14 * 86_400
    /// How long before its start a new time or place is sent at once, in seconds.
    static let urgentBefore: Double = 2 * 3_600
    /// How long before its start those who come are reminded: the morning of a lunch.
    static let remindedBefore = Duration.seconds(3 * 3_600)
    /// How long before the deadline those who have not answered are asked to: once more to sleep on it.
    static let askedBefore = Duration.seconds(24 * 3_600)
    /// How long before the start it is looked once more whether the place is open, in seconds: the day before.
    static let checkedAgainBefore: Double = 86_400
    /// How often it is looked whether something is to be looked at; and how long one look at a batch may take.
    static let openChecksEvery = Duration.seconds(10)
    static let openChecksStep = Duration.seconds(60)
    /// Steps in a degree that a shared origin is rounded to: 0.005 degrees, about 500 m.
    static let originGrid: Double = 200
    /// How far around a place that does not work for somebody better ones are looked for, in **metres**: a walk.
    static let nearByRadius: Double = 1_500
    /// Places that are looked at then, and how many of them are offered.
    static let nearByPlaces = 50
    static let betterPlaces = 3
    /// How long seats are held for somebody who waits, in seconds: a meeting or a film, and time to see the message.
    static let offerLife: Double = 2 * 3_600
    /// How long after its end those who came are asked what they think of the place: the day after. And until when, where
    /// nobody looked in time.
    static let ratedAfter = Duration.seconds(20 * 3_600)
    static let ratedBefore = Duration.seconds(3 * 86_400)
    /// Time between two nudges by hand.
    static let nudgedEvery = Duration.seconds(12 * 3_600)
    /// Outings that the clock takes at once, and whose times it computes again at once.
    static let clockBatch = 50
    static let recomputedAtOnce = 500
    /// How long a share link lives unless said otherwise, in seconds.
    static let linkLife: Double = 30 * 86_400
    /// The longest life of a share link, in seconds.
    static let longestLinkLife: Double = 366 * 86_400
    /// Uses a share link may be limited to.
    static let linkUses = 1...10_000
    /// Share links of one outing that work at a time: one for each group that it is passed on to.
    static let links = 20
    /// Mails with lost links that one address gets within an hour, and that one network may ask for.
    static let linkMailsAnHour = 3
    static let linkMailsANetwork = 60
    /// Times a day that a host may send one invitation again.
    static let linkMailsAnInvitation = 3
    /// Links in one such mail.
    static let linksAMail = 20
    /// Tokens that opened nothing which one network may try within an hour: a link that was cut off when it was copied is
    /// tried a few times by each of a few people.
    static let failedRedeemsANetwork = 100
    /// How long a personal link works after the outing's start, in seconds.
    static let personalLinkAfterStart: Double = 30 * 86_400
    /// Instants somebody may name, in seconds since 1970: from 2000 to the end of 2199, as for wall times.
    static let instants: ClosedRange<Double> = 946_684_800...7_258_118_400
    /// How long it is remembered that somebody caused a mail: the day that is counted.
    static let mailCountsKept = Duration.seconds(24 * 3_600)
}
