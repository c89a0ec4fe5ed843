import Foundation
import JSON
import NIOCore
import NoonishAPI
import NoonishClient
import Testing

/// Whatever the contract allows to be answered, a client reads whole: it writes the same again.
@Suite struct WireTypeTests {
    /// A schema of docs/openapi.json and the type that reads it.
    struct Kind: Sendable, CustomTestStringConvertible {
        let schema: String
        let again: @Sendable (ByteBuffer) throws -> ByteBuffer
        /// What the schema does not say of its members.
        let holds: @Sendable (JSONValue) -> Bool

        var testDescription: String { schema }

        init<Value: JSONCodable & SendableMetatype>(
            _ schema: String, _ type: Value.Type,
            where holds: @escaping @Sendable (JSONValue) -> Bool = { _ in true }
        ) {
            self.schema = schema
            self.holds = holds
            again = { text in
                var writer = JSONWriter()
                try Value(parsing: text).encode(to: &writer)
                return writer.finish()
            }
        }
    }

    static let kinds = [
        Kind("Address", Restaurant.Address.self), Kind("Attendance", Attendance.self),
        Kind("AttendanceCounts", AttendanceCounts.self), Kind("ChannelPreference", ChannelPreference.self),
        Kind("Circle", Circle.self), Kind("CircleVisit", CircleVisit.self, where: \.saysWhoseIdeaItWas),
        Kind("Companion", Companion.self), Kind("Contact", Contact.self),
        Kind("Cuisine", RestaurantCuisine.self), Kind("DietFit", DietFit.self),
        Kind("DietNeeds", DietNeeds.self), Kind("DietWarning", DietWarning.self),
        Kind("Erasure", Erasure.self), Kind("Export", Export.self),
        Kind("Friend", Friend.self), Kind("FriendSettings", FriendSettings.self),
        Kind("FriendRequest", FriendRequest.self), Kind("GroupOrder", GroupOrder.self),
        Kind("HistoryItem", HistoryItem.self),
        Kind("HoursDay", HoursDay.self), Kind("Identity", Identity.self),
        Kind("InvitationSummary", InvitationSummary.self), Kind("InvitationView", InvitationView.self),
        Kind("ListedSource", ListedSource.self),
        Kind("LiveRestaurant", LiveRestaurant.self), Kind("LiveRestaurants", LiveRestaurants.self),
        Kind("Offer", Offer.self), Kind("OutingSeries", OutingSeries.self), Kind("SeriesDay", SeriesDay.self),
        Kind("SeriesPerson", SeriesPerson.self), Kind("SeriesRule", SeriesRule.self),
        Kind("SeriesInvitation", SeriesInvitation.self), Kind("SeriesLink", SeriesLink.self),
        Kind("BillContent", BillContent.self), Kind("OutingBill", OutingBill.self),
        Kind("BillCheckout", BillCheckout.self), Kind("CheckoutOverview", CheckoutOverview.self),
        Kind("RememberedCard", RememberedCard.self),
        Kind("PaymentLink", PaymentLink.self),
        Kind("PayoutMethodSummary", PayoutMethodSummary.self),
        Kind("TransferPaymentOption", TransferPaymentOption.self),
        Kind("DishDetails", DishDetails.self), Kind("DishPage", DishPage.self),
        Kind("PublishedMenu", PublishedMenu.self),
        Kind("Me", Me.self), Kind("OpenThen", OpenStatus.self), Kind("Outing", Outing.self),
        Kind("OrderEvent", OrderEvent.self), Kind("OrderLine", OrderLine.self),
        Kind("OrderSharer", OrderSharer.self), Kind("OrderSheet", OrderSheet.self),
        Kind("OwnOrder", OwnOrder.self), Kind("OrderReceipt", OrderReceipt.self),
        Kind("OrderRepetition", OrderRepetition.self), Kind("SeriesOrderSettings", SeriesOrderSettings.self),
        Kind("SeriesReceipts", SeriesReceipts.self),
        Kind("OutingLink", OutingLink.self), Kind("OutingMessage", OutingMessage.self),
        Kind("OutingRestaurant", OutingRestaurant.self), Kind("Passkey", Passkey.self),
        Kind("Customer", Customer.self), Kind("SavedFilter", SavedFilter.self),
        Kind("Invoice", Invoice.self), Kind("InvoiceParty", InvoiceParty.self),
        Kind("InvoiceCancellation", InvoiceCancellation.self),
        Kind("InvoiceReference", InvoiceReference.self), Kind("SaleInvoice", SaleInvoice.self),
        Kind("Sale", Sale.self), Kind("SaleLine", SaleLine.self), Kind("SoldLine", SoldLine.self),
        Kind("SalesSummary", SalesSummary.self), Kind("SalesOfCurrency", SalesOfCurrency.self),
        Kind("StockReport", StockReport.self), Kind("StockReportRow", StockReportRow.self),
        Kind("OrderTimes", OrderTimes.self), Kind("OrderTimesRow", OrderTimesRow.self),
        Kind("SalesRow", SalesRow.self), Kind("SalesTax", SalesTax.self),
        Kind("Person", Person.self), Kind("Poll", Poll.self), Kind("Restaurant", Restaurant.self),
        Kind("RepeatedOrder", RepeatedOrder.self), Kind("OrderPlaceCheck", OrderPlaceCheck.self),
        Kind("RestaurantPage", RestaurantPage.self), Kind("RestaurantSource", RestaurantSource.self),
        Kind("RestaurantSuggestion", RestaurantSuggestion.self),
        Kind("RestaurantSummary", RestaurantSummary.self), Kind("Session", Session.self),
        Kind("SessionSummary", SessionSummary.self),
        Kind("Subscription", Subscription.self, where: \.saysAllOfAWebhookOrNothing),
        Kind("SubscriptionTest", SubscriptionTest.self), Kind("Suggestion", Suggestion.self),
        Kind("UnreadMessages", UnreadMessages.self), Kind("Update", Update.self),
        Kind("UpdateChange", UpdateChange.self), Kind("VisitRating", VisitRating.self),
        Kind("Waiting", Attendance.Waiting.self), Kind("WebhookAttempt", WebhookAttempt.self),
        Kind("WhenWhere", TimeAndPlace.self),
    ]

    @Test(arguments: kinds) func `what a schema allows is read and written again`(kind: Kind) throws {
        let contract = try Contract()
        var random = SeededGenerator(
            seed: UInt64(kind.schema.utf8.reduce(7) { $0 &* 31 &+ Int($1) }.magnitude))
        for _ in 0..<200 {
            let value = try contract.value(of: kind.schema, &random)
            guard kind.holds(value) else { continue }

            let again = try JSONValue(parsing: kind.again(text(value)))

            #expect(again.normal == value.normal)
            #expect(try contract.unknownMembers(of: again, kind.schema) == [], "the schema lacks them")
        }
    }

    @Test func `an answer of a newer service is read, and one that lacks something is not`() throws {
        let id = "0198c0de-0000-7000-8000-000000000001"
        let newer = try Person(
            parsing: ByteBuffer(
                string: #"{"id":"\#(id)","name":"Ada","mood":{"now":["well"]},"picture":null}"#))
        let fault = #expect(throws: JSONFault.self) {
            try Person(parsing: ByteBuffer(string: #"{"id":"\#(id)"}"#))
        }
        let twice = #expect(throws: JSONFault.self) {
            try Person(parsing: ByteBuffer(string: #"{"id":"\#(id)","name":"Ada","name":"Bo"}"#))
        }
        let deep = #expect(throws: JSONFault.self) {
            try Circle(
                parsing: ByteBuffer(
                    string:
                        #"{"id":"\#(id)","name":"x","createdAt":"2027-03-11T12:30:00Z","members":[{"id":"\#(id)","name":1}]}"#
                ))
        }

        #expect(newer == Person(id: PersonID(UUID(uuidString: id) ?? UUID()), name: "Ada"))
        #expect(fault?.pointer == "/name" && fault?.reason == .missingName)
        #expect(twice?.reason == .duplicateName)
        #expect(deep?.pointer == "/members/0/name")
    }

    @Test func `a proposal is read with every reason that there is`() throws {
        let reasons: [ProposalReason] = [
            .usualTime(count: 3, of: 4), .openThen, .hoursUnknown, .fits(DietFit(fits: 3, of: 4, unknown: 1)),
            .liked(count: 3), .likedByYou, .neverBeen, .notLately(weeks: 6), .nearUsual(metres: 412.5),
            .rated(.init(value: 4.5, count: 12)),
        ]
        let contract = try Contract()
        var random = SeededGenerator(seed: 11)
        let place = try CircleProposal.Place(
            restaurant: RestaurantSummary(parsing: text(contract.value(of: "RestaurantSummary", &random))),
            reasons: reasons)
        let proposal = CircleProposal(
            startsAt: "2027-03-11T12:30:00+02:00", timeZone: "Europe/Helsinki", reasons: reasons,
            places: [place])
        let nothing = CircleProposal(startsAt: nil, timeZone: nil, reasons: [], places: [])

        #expect(Set(reasons.map(\.kind)) == Set(ProposalReason.Kind.allCases))
        #expect(try CircleProposal(parsing: text(of: proposal)) == proposal)
        #expect(try CircleProposal(parsing: text(of: nothing)) == nothing)
    }

    @Test func `the beginnings of a live stream are read and written again`() throws {
        let revision = UpdateStreamEvent.Revision(outing: OutingID(UUID()), rev: 7, version: 3)

        #expect(try UpdateStreamEvent.Revision(parsing: text(of: revision)) == revision)
        #expect(
            try UpdateStreamEvent.Hello(parsing: text(of: UpdateStreamEvent.Hello(from: 12)))
                == UpdateStreamEvent.Hello(from: 12))
        #expect(
            try UpdateStreamEvent.Reset(parsing: text(of: UpdateStreamEvent.Reset(seq: 12)))
                == UpdateStreamEvent.Reset(seq: 12))
    }

    private func text(of value: some JSONEncodable) -> ByteBuffer {
        var writer = JSONWriter()
        value.encode(to: &writer)
        return writer.finish()
    }

    private func text(_ value: JSONValue) -> ByteBuffer { text(of: value) }
}

extension JSONValue {
    /// `by` says which of two shapes a pick has.
    fileprivate var saysWhoseIdeaItWas: Bool {
        guard case .object(let visit) = self, case .object(let pick) = visit["pick"] else { return true }
        return (pick["by"] == .string("person")) == (pick["person"] != nil)
    }

    fileprivate var saysAllOfAWebhookOrNothing: Bool {
        guard case .object(let object) = self else { return false }
        let said = ["url", "events", "formerSecretUntil"].filter { object[$0] != nil }
        return said.isEmpty || (object["url"] != nil && object["events"] != nil)
    }

    /// Equal values are equal texts: members by name, without those that are null, since some of ours are left out then;
    /// numbers by their value.
    var normal: JSONValue {
        switch self {
        case .integer(let number): .double(Double(number))
        case .array(let elements): .array(elements.map(\.normal))
        case .object(let object):
            .object(
                JSONObject(
                    members: object.members.filter { $0.value != .null }.sorted { $0.name < $1.name }
                        .map { .init(name: $0.name, value: $0.value.normal) }))
        default: self
        }
    }
}
