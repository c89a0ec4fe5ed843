/// Every number of suggestions and votes: what it is, its unit, and why it is what it is.
package enum DecisionLimits {
    /// Open suggestions of one outing: more is a discussion, which a vote ends.
    static let openSuggestions = 50
    /// Open ones of one person on one outing: whoever would have it all otherwise starts another outing.
    static let openSuggestionsAPerson = 10
    /// Suggestions one person may make within a day, for each is news to the hosts.
    static let suggestionsADay = 60
    /// Decided ones that a list shows besides the open: what the group remembers.
    static let decidedShown = 50
    /// Unicode scalars of the word beside a denial.
    static let word = 1...500
    /// Possibilities of a vote. Beyond twenty nobody reads them.
    static let options = 2...20
    /// Open votes of one outing.
    static let openPolls = 5
    /// Votes that a list shows, the newest first.
    static let pollsShown = 50
    /// From opening to the deadline, in seconds: time to look at it, and no longer than anybody plans ahead.
    static let pollLife: ClosedRange<Double> = 60...(366 * 86_400)
    /// How often the clock looks for votes that are over, and how many it closes at once.
    static let closingTick = Duration.seconds(2)
    static let closedAtOnce = 50
}
