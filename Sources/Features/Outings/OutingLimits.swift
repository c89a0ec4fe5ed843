import Journal

/// Limits and durations of outings.
package enum OutingLimits {
    /// Unicode scalars of a title: up to two lines on a phone.
    package static let title = 1...120
    /// Unicode scalars of a note: a page.
    package static let note = 1...4_000
    /// Unicode scalars of a place as free text.
    package static let place = 1...400
    /// Seats of an outing, including the host's.
    package static let capacity = 1...100_000
    /// Seats that one person may take: enough for a family, not for a coach party.
    package static let partySize = 1...50
    /// Unicode scalars of the note of an answer.
    static let answerNote = 1...500
    /// Unicode scalars of the reason for a cancellation.
    static let cancelReason = 1...500
    /// People on the list of one outing, without the host.
    package static let invitees = 500
    /// People that the requests of one person may reach within an hour, and the number from which a change of outings
    /// is counted.
    static let peopleReachedPerHour = 5_000
    static let countedReach = 26
    /// Mails with invitations that one person may cause within 24 hours.
    package static let mailsPerDay = 200
    /// Outings, and share links, that one person may create within 24 hours.
    package static let createdPerDay = 500
    /// Bytes of the cache of listed outings: some 40,000 of them.
    package static let cacheBytes = 64_000_000
    /// People whose answers are listed one by one in a notice.
    static let answersInWords = 5
    /// How long an outing without an end takes, in seconds; as `outing_end` in the database.
    package static let defaultDuration: Double = 2 * 3_600
    /// The longest duration, in seconds: a fortnight's holiday.
    static let longestDuration: Double = 14 * 86_400
    /// How long after the end answers may be corrected, in seconds, for example to split the bill.
    static let answerCorrectionPeriod: Double = 14 * 86_400
    /// How long before its start an invitation, and a new time or place, is sent at once, in seconds.
    package static let urgentLeadTime: Double = 3 * 3_600
    /// How long before the start attendees are reminded: in the morning, for a lunch.
    static let reminderLeadTime = Duration.seconds(3 * 3_600)
    /// How long before the start they are reminded if the time was set later than that, and how long before this reminder
    /// it must have been set: one right after the news of the time would repeat it.
    static let lateReminderLeadTime = Duration.seconds(1_800)
    static let lateReminderDistance = Duration.seconds(1_800)
    /// How long before the deadline invitees who have not answered are reminded, so that they have a night to
    /// decide.
    static let answerRequestLeadTime = Duration.seconds(24 * 3_600)
    /// How long before the start the place's opening hours are checked again, in seconds: on the last day.
    static let openCheckLeadTime: Double = 86_400
    /// Time between two checks for outings that are due: for reminders and the like, and for requests for
    /// ratings.
    package static let clockInterval = Duration.seconds(10)
    static let ratingInterval = Duration.seconds(300)
    /// Time between two deletions of origins that are no longer needed.
    static let originInterval = Duration.seconds(300)
    /// Steps in a degree to which a shared origin is rounded: 0.005 degrees, about 500 m.
    static let originGrid: Double = 200
    /// How far from an unsuitable place better ones are searched for, in **metres**: walking distance.
    static let nearbyRadius: Double = 1_500
    /// Places that this search considers, and how many of them it returns.
    static let nearbyPlaces = 50
    static let betterPlaces = 3
    /// How long seats are held for a waitlisted person, in seconds: longer than a meeting or a film, with
    /// time to read the message.
    package static let offerLife: Double = 2 * 3_600
    /// When people without quiet hours of their own are taken to sleep: no offer runs out before they could read it.
    static let night = QuietHours(from: 22 * 60, until: 7 * 60)
    /// How long after the end attendees are asked to rate the place, about a day; and the time after the start from
    /// which no rating is requested.
    static let ratingRequestDelay = Duration.seconds(20 * 3_600)
    static let ratingRequestWindow = Duration.seconds(3 * 86_400)
    /// Seconds between two requests for answers to the same people, whether a host or the clock sends them. With it, a
    /// person who never answers gets at most five mails about an outing within two days.
    static let nudgeInterval: Double = 24 * 3_600
    /// Outings that the clock processes at a time, and outings whose times are recomputed at a time.
    static let clockBatch = 50
    static let recomputationBatch = 500
    /// The default lifetime of a share link, in seconds.
    static let linkLife: Double = 30 * 86_400
    /// The longest lifetime of a share link, in seconds.
    static let longestLinkLife: Double = 366 * 86_400
    /// The range of a share link's maximum number of uses.
    static let linkUses = 1...10_000
    /// The largest party of a person who comes by a share link, unless the host chooses another: a family.
    package static let linkPartySize = 6
    /// People who may join by one share link within an hour: a large chat, but no flood.
    static let linkJoinsPerHour = 100
    /// The hosts are warned once an hour when so many people join by one share link within a minute.
    static let linkRush = 10
    static let linkRushWindow = Duration.seconds(60)
    /// Places on the list that share links cannot take, so that a host can always invite.
    static let placesForHosts = 100
    /// Active share links of one outing: one for each group in which it is shared.
    static let links = 20
    /// Mails with lost links for one address within an hour, and requests for such mails from one network.
    static let linkMailsPerHour = 3
    static let linkMailsPerNetwork = 60
    /// How often within a day a host may send one invitation again.
    static let linkMailsPerInvitation = 3
    /// How often within a day a guest may give an address for news.
    static let addressMailsPerInvitation = 10
    /// Links in one such mail.
    static let linksPerMail = 20
    /// Invalid tokens that one network may try within an hour. A link that was truncated when copied is tried
    /// a few times by several people.
    static let failedRedemptionsPerNetwork = 100
    /// How long a personal link is valid after the outing's start, in seconds.
    static let personalLinkAfterStart: Double = 30 * 86_400
    /// Valid instants in requests, in seconds since 1970: from 2000 to the end of 2199, as for wall times.
    static let instants: ClosedRange<Double> = 946_684_800...7_258_118_400
    /// How long counts of mails are kept: the day that the limit covers.
    static let mailCountRetention = Duration.seconds(24 * 3_600)
}
