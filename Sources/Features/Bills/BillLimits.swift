/// The limits of bills, with their units and reasons.
enum BillLimits {
    /// Bills of one outing: a round each, and more than anyone enters.
    static let bills = 20
    /// Items of a bill: as many as an order can have lines.
    static let items = 1_000
    /// Charges besides the items.
    static let charges = 30
    /// People who share one item or charge.
    static let sharers = 300
    /// Payments that count or were reversed.
    static let payments = 100
    /// Unicode scalars of a label: what fits the column.
    static let label = 1...200
    /// Unicode scalars of a visitor's name.
    static let visitor = 1...100
    /// The largest weight: more than any number of portions.
    static let weight = 1...1_000_000
    /// The days after which debtors are reminded, at most twice.
    static let firstReminder = 2
    static let secondReminder = 5
    /// The time between two reminders that a creditor asks for.
    static let nudgeInterval = Duration.seconds(86_400)
    static let reminderInterval = Duration.seconds(60)
    static let reminderBatch = 100
    /// The time after its last change for which a bill keeps more than its sums: as long as debts can usually be claimed.
    static let kept = Duration.seconds(3 * 365 * 86_400)
    /// Unicode scalars of an account number, a name or a part of an address.
    static let payoutText = 1...100
    /// Characters of a transfer's code, which people type into their bank's form.
    static let codeLength = 5
}
