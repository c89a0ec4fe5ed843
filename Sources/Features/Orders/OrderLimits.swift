/// The limits of orders, with their units and reasons.
package enum OrderLimits {
    /// Unicode scalars in the name of a dish.
    static let name = 1...200
    /// Unicode scalars in the options of a dish, such as "large, no onions".
    static let options = 1...500
    /// Unicode scalars in the words of what was chosen from a menu.
    static let chosenOptions = 0...4_000
    static let note = 1...500
    /// Unicode scalars in the note to the place or in the address of a delivery.
    static let orderNote = 1...1_000
    static let address = 1...400
    static let place = 1...400
    static let visitor = 1...100
    static let takenBy = 1...100
    static let reason = 1...500
    /// Seconds after the hand-over in which the venue can still write to the group, such as of an umbrella left behind.
    static let venueMessages: Double = 86_400
    static let tellsKitchen = 1...200
    static let quantity = 1...99
    /// How many of one dish of a menu a person can order without the coordinator, where the menu does not say.
    static let mostPerPerson = 5
    /// The price of one portion, in minor units.
    static let unitMinor: Int64 = 1_000_000_000_000
    /// People who share one plate: about a table's worth.
    static let sharers = 50
    static let weight = 1...1_000
    /// Minutes between the deadline and the time when the food is due.
    static let closesBefore = 0...20_160
    /// Minutes between the deadline of a series' order and the start: it is open for a day at least.
    static let seriesClosesBefore = 0...7_200
    /// The time before an outing's start at which the order of its series opens: when its invitees are notified, and as late as
    /// the restaurant holds portions.
    static let seriesLeadTime = Duration.seconds(6 * 86_400)
    /// The time between two checks for orders of series that should open.
    static let seriesInterval = Duration.seconds(30)
    /// The time between two checks for standing orders, of which only those that wait are read.
    static let repetitionInterval = Duration.seconds(5)
    /// People whose dishes one transaction orders again: those who pick meanwhile wait for it.
    static let repetitionBatch = 20
    /// Live lines of one order. Beyond that, a group splits into several outings.
    static let lines = 1_000
    /// Dishes that "as last time" orders again.
    static let repeatedLines = 50
    /// Bytes up to which a process keeps the dishes of orders that were read lately: six hundred orders of a large table.
    package static let cacheBytes = 64_000_000
    /// Events on a page: both the default and the maximum.
    static let events = 100
    /// A person's orders on a page.
    static let ownOrders = 20
    /// Seconds after which a struck line can no longer be restored.
    static let restorable: Double = 15 * 60
    /// Seconds between two requests to the people who have not picked.
    static let nudgeInterval: Double = 6 * 3_600
    /// The time before the deadline at which people who have not picked are asked to.
    static let wantedLeadTime = Duration.seconds(2 * 3_600)
    /// The time before a deadline in which people are notified at once that it moves.
    static let urgentLeadTime: Double = 2 * 3_600
    /// Seconds by which a promised time moves before people are notified at once.
    static let urgentDelay: Double = 10 * 60
    /// The time between two checks for deadlines that have passed.
    static let lockInterval = Duration.seconds(2)
    /// The time after the deadline at which the worker locks an order, so that picks that began before it have ended.
    static let lockDelay = Duration.seconds(2)
    /// Seconds after the time at which the food was due in which an order is still placed by itself.
    static let mostPlacingDelay = 900.0
    /// The time for which a venue can leave an order unanswered before those who run it are notified, when its board shows the
    /// order as near.
    static let answerTime = Duration.seconds(180)
    /// The time between two checks for orders that no one finished.
    static let finishInterval = Duration.seconds(600)
    /// Orders that one check handles.
    static let clockBatch = 100
    /// The time after a meal for which notes and addresses of its order are kept.
    static let textsKept = Duration.seconds(30 * 86_400)
}
