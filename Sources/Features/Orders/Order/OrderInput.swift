import Access
import Foundation
import HTTPKit
import Money
import NoonishAPI
import Outings

/// A validated request for a new order. Its times are parsed once its zone is known.
struct NewOrder: Sendable {
    let place: String?
    let currency: Currency
    let fulfilment: GroupOrder.Fulfilment
    let address: String?
    let note: String?
    let closesAt: TimeInput?
    let closesBefore: Int?
    let dueAt: TimeInput?
    let coordinator: PersonID?
    let limitPerHead: AmountInput?
    let linesVisible: Bool
    let atDeadline: GroupOrder.DeadlineAction
    /// Whether people get the dishes of the order that was cancelled.
    let repeats: Bool

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        place = body.optional("place", .text(OrderLimits.place))
        let currency = body.required("currency", .currency)
        fulfilment = body.optional("fulfilment", .oneOf(GroupOrder.Fulfilment.self)) ?? .dineIn
        address = body.optional("address", .text(OrderLimits.address))
        note = body.optional("note", .text(OrderLimits.orderNote, multiline: true))
        closesAt = body.optional("closesAt", .time("closesAt"))
        closesBefore = body.optional("closesBefore", .integer(OrderLimits.closesBefore))
        dueAt = body.optional("dueAt", .time("dueAt"))
        coordinator = body.optional("coordinatorId", .id())
        limitPerHead = body.optional("limitPerHead", .amount("limitPerHead"))
        linesVisible = body.optional("linesVisible", .boolean) ?? true
        atDeadline = body.optional("atDeadline", .oneOf(GroupOrder.DeadlineAction.self)) ?? .lock
        repeats = body.optional("repeats", .boolean) ?? false
        if closesAt != nil, closesBefore != nil {
            body.refuse("closesBefore", "two_deadlines", "Give one deadline.")
        }
        self.currency = try body.finish(currency)
    }
}

extension AmountInput {
    /// Returns a limit per head in minor units.
    ///
    /// - Throws: 422 as for any amount, and for zero: no one could order anything.
    func readLimit(in currency: Currency, locale: Locale) throws(Problem) -> Int {
        let limit = try read(in: currency, locale: locale, most: OrderLimits.unitMinor)
        guard limit > 0 else {
            throw .unprocessable(
                "malformed_amount", "Enter an amount such as 9.50.", pointer: "/limitPerHead")
        }
        return limit
    }
}

/// A validated merge patch of an order (RFC 7396).
struct OrderPatch: Sendable {
    let fulfilment: GroupOrder.Fulfilment?
    let address: PatchField<String>
    let note: PatchField<String>
    let closesAt: PatchField<TimeInput>
    let closesBefore: PatchField<Int>
    /// Null follows the outing's start again.
    let dueAt: PatchField<TimeInput>
    let coordinator: PersonID?
    let limitPerHead: PatchField<AmountInput>
    let linesVisible: Bool?
    let atDeadline: GroupOrder.DeadlineAction?

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        fulfilment = body.optional("fulfilment", .oneOf(GroupOrder.Fulfilment.self))
        address = body.field("address", .text(OrderLimits.address))
        note = body.field("note", .text(OrderLimits.orderNote, multiline: true))
        closesAt = body.field("closesAt", .time("closesAt"))
        closesBefore = body.field("closesBefore", .integer(OrderLimits.closesBefore))
        dueAt = body.field("dueAt", .time("dueAt"))
        coordinator = body.optional("coordinatorId", .id())
        limitPerHead = body.field("limitPerHead", .amount("limitPerHead"))
        linesVisible = body.optional("linesVisible", .boolean)
        atDeadline = body.optional("atDeadline", .oneOf(GroupOrder.DeadlineAction.self))
        if case .value = closesAt, case .value = closesBefore {
            body.refuse("closesBefore", "two_deadlines", "Give one deadline.")
        }
        try body.finish()
    }
}

/// A validated request to move an order to another state.
struct OrderMove: Sendable {
    let from: GroupOrder.State
    let to: GroupOrder.State
    let reason: String?
    let promisedAt: TimeInput?
    let takenBy: String?
    /// The new deadline of an order that is reopened.
    let closesAt: TimeInput?
    /// Blockers that the coordinator has seen.
    let despite: Set<GroupOrder.Blocker>

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        let from = body.required("from", .oneOf(GroupOrder.State.self))
        let to = body.required("to", .oneOf(GroupOrder.State.self))
        reason = body.optional("reason", .text(OrderLimits.reason))
        promisedAt = body.optional("promisedAt", .time("promisedAt"))
        takenBy = body.optional("takenBy", .text(OrderLimits.takenBy))
        closesAt = body.optional("closesAt", .time("closesAt"))
        despite = Set(
            body.array("despite", .oneOf(GroupOrder.Blocker.self), max: GroupOrder.Blocker.allCases.count))
        (self.from, self.to) = try body.finish(from, to)
    }
}
