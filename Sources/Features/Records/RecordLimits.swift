import Money

/// The limits of sales and reports, with their units and reasons.
enum RecordLimits {
    /// The hour at which a venue's business day begins, as on its board: what is sold after midnight belongs to the evening.
    static let dayStart = Duration.seconds(4 * 3_600)
    /// Dishes of a sale that is entered by hand.
    static let lines = 100
    static let quantity = 1...999
    /// Unicode scalars of the options of a dish in words.
    static let chosenOptions = 4_000
    /// The price of one portion, in minor units.
    static let unitMinor: Int64 = 1_000_000_000
    /// The amounts that a report states, in minor units: those of a request, of either sign. Two of them never overflow.
    static let amounts = -Int(Money.largestInput)...Int(Money.largestInput)
    /// Unicode scalars.
    static let name = 1...200
    static let options = 1...500
    static let reason = 1...200
    static let address = 1...500
    static let phone = 1...40
    static let note = 1...1_000
    /// Customers of a venue.
    static let customers = 20_000
    /// Customers, or edits of one, on a page.
    static let customersShown = 50
    /// The time after its last sale or edit until a customer is removed.
    static let customersKept = Duration.seconds(3 * 366 * 86_400)
    /// The time in which a customer that was deleted can be restored.
    static let deletedCustomersKept = Duration.seconds(30 * 86_400)
    /// Sales on a page.
    static let sales = 20
    /// Days of a report or an export: a leap year.
    static let days = 366
    /// Days of a report for which no dates are stated.
    static let daysShown = 30
    /// Lines that an export reads at a time.
    static let exportPage = 2_000
    /// The longest time that the law of a venue's country requires sales to be kept, with the rest of the first year.
    static let kept = Duration.seconds(11 * 366 * 86_400)

    /// Returns an amount, or the bound of ``amounts`` that it is beyond.
    static func amount(_ minor: Int) -> Int {
        min(max(minor, amounts.lowerBound), amounts.upperBound)
    }
}
