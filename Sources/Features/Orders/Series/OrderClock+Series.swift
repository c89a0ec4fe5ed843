package import Jobs
package import NoonishAPI
import Postgres

/// What the orders of series do by themselves.
extension OrderClock {
    /// Opens the orders of outings of series some days before they start, when the prices of the menu are known and its portions
    /// can be held.
    package var seriesOrders: DueWork<OutingID> {
        work("orders.open_series_orders", every: OrderLimits.seriesInterval, due: .dueForOpening) {
            outing, transaction in
            try await edits.openForSeries(outing, in: transaction)
        }
    }

    /// Orders the dishes of people with a standing order, once their order is open and they come.
    ///
    /// Edits put those people into `order_repetition`.
    package var standingOrders: DueWork<OutingID> {
        DueWork(
            "orders.repeat_standing_orders", every: OrderLimits.repetitionInterval,
            batch: OrderLimits.clockBatch,
            in: database, due: .dueForRepetition
        ) { outing in
            var isRepeated = false
            while try await database.transaction({ transaction in
                try await edits.repeatStandingOrders(on: outing, in: transaction)
            }) {
                isRepeated = true
            }
            return isRepeated
        }
    }
}
