/// The limits of series, with their units and reasons.
enum SeriesLimits {
    /// Years in which a date may be, as for outings.
    static let years = 2_000...2_199
    /// Weeks or months between two dates: up to a year of weeks.
    static let interval = 1...52
    /// Dates of a series with a fixed number of dates.
    static let count = 1...1_000
    /// Weeks or months after the start after which a rule yields no more dates: about two centuries of weeks,
    /// like ``years``.
    static let maximumRuleSteps = 200 * 53
    /// Minutes that one outing takes: at most two weeks, as for any outing.
    static let durationMinutes = 1...20_160
    /// Minutes before the start by which answers are due: at most two weeks.
    static let answersDueMinutes = 0...20_160
    /// Days ahead for which outings are created: enough to plan a month, but few enough that little is
    /// created in vain.
    static let daysAhead = 28
    /// The minimum number of upcoming outings, however rare the dates are.
    static let outingsAhead = 2
    /// Dates that the request to create or edit a series handles; the worker handles the rest within seconds.
    static let datesPerRequest = 8
    /// Seconds before an outing's start at which its invitees are notified. In a weekly series, that is the
    /// day after the previous outing.
    static let notificationLeadTime: Double = 6 * 86_400
    /// Seconds before answers are due by which invitees are notified at the latest.
    static let notificationLeadTimeBeforeDeadline: Double = 2 * 86_400
    /// Upcoming dates that are shown.
    static let datesShown = 12
    /// Active series of one host.
    static let seriesPerHost = 50
    /// People who are invited to every outing of a series, as for one outing.
    static let people = 500
    /// Addresses that are invited to every outing: an office. The mails for the outings of four weeks stay below the number
    /// that one person may cause within a day.
    static let addresses = 50
    /// The worker's polling interval, how many series it handles at once, and the delay before it retries a
    /// series that failed.
    static let pollInterval = Duration.seconds(5)
    static let batch = 50
    static let retryDelay = Duration.seconds(3_600)
}
