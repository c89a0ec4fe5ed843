/// Every number of series: what it is, its unit, and why it is what it is.
enum SeriesLimits {
    /// Years that a date may be in, as for outings.
    static let years = 2_000...2_199
    /// Weeks or months between two of a series: a year of weeks.
    static let interval = 1...52
    /// Dates of a series that is counted.
    static let count = 1...1_000
    /// Weeks or months after its start in which a rule is looked at: with no end it ends after two centuries, as years do.
    static let longestRule = 200 * 53
    /// Minutes that one takes at most: a fortnight, as an outing.
    static let durationMinutes = 1...20_160
    /// Minutes before the start by which answers may be due: up to a fortnight.
    static let answersDueMinutes = 0...20_160
    /// Days ahead for which outings are made: far enough to plan a month, near enough that few are made in vain.
    static let daysAhead = 28
    /// Outings to come that there are at least, however rare they are.
    static let outingsAhead = 2
    /// Dates that are looked at in the request that makes or edits a series; the worker does the rest within seconds.
    static let stepsAtOnce = 8
    /// How long before its start those who were asked hear of the next one, in seconds: of a weekly one, the day after the
    /// last.
    static let toldBefore: Double = 6 * 86_400
    /// How long before answers are due they hear of it at the latest, in seconds.
    static let toldBeforeDeadline: Double = 2 * 86_400
    /// Dates to come that are shown.
    static let datesShown = 12
    /// Series of one host that have not ended.
    static let seriesAHost = 50
    /// People who are asked to every outing of a series, as to one outing.
    static let people = 500
    /// How often the worker looks, how many series it takes at once, and how long it leaves alone what went wrong.
    static let tick = Duration.seconds(5)
    static let batch = 50
    static let triedAgainAfter = Duration.seconds(3_600)
}
