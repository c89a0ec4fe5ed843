package import Access
import Bills
import Checkout
import Decisions
import Messages
import Moderation
import Orders
package import Outings
import People
package import Privacy
import Records
import Series
import Stock
import Venues
import Visits

// The personal data of all rooms, listed here because this is the uppermost room with tables.

extension [PersonReference] {
    package static var all: [PersonReference] {
        PersonReference.people + PersonReference.outings + PersonReference.decisions
            + PersonReference.series + PersonReference.messages + PersonReference.visits
            + PersonReference.orders + PersonReference.stock + PersonReference.records
            + PersonReference.bills + PersonReference.checkout + PersonReference.venues
            + PersonReference.delivery
    }
}

extension [any PersonalDataStore] {
    /// The stores in the order of an erasure: rooms that notify others first, the person's own row last.
    package static func all(_ record: OutingRecord) -> Self {
        [
            DecisionPersonalData(), SeriesPersonalData(), OutingPersonalData(record: record),
            MessagePersonalData(),
            VisitPersonalData(), CheckoutPersonalData(), BillPersonalData(record: record),
            OrderPersonalData(),
            StockPersonalData(),
            RecordPersonalData(), VenuePersonalData(), DeliveryPersonalData(), PeoplePersonalData(),
        ]
    }
}

extension [Retention] {
    /// The retention periods of the rooms above `Accounts`.
    package static var ofAllRooms: [Retention] {
        [
            .friendMail, .reports, .orderTexts, .checkouts, .bills, .sales, .invoices, .customers,
            .deletedCustomers,
        ] + .privacy
            + [.storedResponses, .mailCounts, .webhookLog, .allowances]
    }
}
