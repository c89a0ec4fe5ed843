/// The limits of suggestions and polls, with their units and reasons.
package enum DecisionLimits {
    /// Open suggestions of one outing: beyond that, a poll decides faster than more suggestions.
    static let openSuggestions = 50
    /// Open suggestions of one person on one outing: a person with more changes than that should start an
    /// outing of their own.
    static let openSuggestionsPerPerson = 10
    /// Suggestions one person may make within a day, because each one notifies the hosts.
    static let suggestionsPerDay = 60
    /// Decided suggestions that a list shows in addition to the open ones.
    static let decidedShown = 50
    /// Unicode scalars in the reason given for a denial.
    static let word = 1...500
    /// Options of a poll. No one reads more than twenty.
    static let options = 2...20
    /// Open polls of one outing.
    static let openPolls = 5
    /// Polls in a list, open ones and then newest first.
    static let pollsShown = 50
    /// Seconds from opening a poll to its deadline: at least long enough to read it, and at most about a
    /// year.
    static let pollDuration: ClosedRange<Double> = 60...(366 * 86_400)
    /// The worker's polling interval, and how many polls it closes at once.
    static let closingInterval = Duration.seconds(2)
    static let closingBatch = 50
}
