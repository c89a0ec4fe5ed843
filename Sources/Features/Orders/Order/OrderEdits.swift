import Access
import Foundation
import HTTPKit
import Initializers
import JSON
import Journal
package import Menus
import Money
package import NoonishAPI
package import Outings
import Postgres
package import Restaurants
import Stock
import Venues

/// The transactions that open, edit and move orders. Each locks the outing's row, because it makes news, and then the
/// order's.
package struct OrderEdits: Sendable {
    let record: OutingRecord
    /// The menus that people choose from.
    let menus: PublishedMenus
    /// Knows when restaurants are open.
    let hours: HoursPatterns
    /// Called after every committed edit of an order on a venue's board. It only shortens the wait, so a lost call does no
    /// harm.
    private let boardDidChange: @Sendable (RestaurantID) -> Void

    package init(
        record: OutingRecord, menus: PublishedMenus, hours: HoursPatterns,
        boardDidChange: @escaping @Sendable (RestaurantID) -> Void = { _ in }
    ) {
        self.record = record
        self.menus = menus
        self.hours = hours
        self.boardDidChange = boardDidChange
    }

    /// Wakes the open boards of an order's venue after `transaction` has committed.
    func wakeBoard(of order: OrderRow, after transaction: Transaction) {
        guard let venue = order.restaurant else { return }
        transaction.afterCommit { [boardDidChange] in boardDidChange(venue) }
    }

    /// The order has changed since the client read it.
    struct VersionMismatch: Error {}

    /// Locks an outing and its live order, and authorises `action`.
    ///
    /// - Throws: ``Denial``; not found also for an outing without a live order.
    func lock(
        _ id: OutingID, _ actor: Actor, _ action: Action, in transaction: Transaction
    ) async throws -> (outing: OutingRow, order: OrderRow) {
        let (outing, _) = try await OutingEdits.open(id, actor, .readOrder, in: transaction)
        guard let order = try await transaction.all(.liveOrder(of: id), after: [.lockOrder(of: id)]).first
        else {
            throw Denial.notFound
        }
        _ = try decide(actor, action, id, as: outing.relation(of: actor, to: order))
        if order.boardNumber != nil { wakeBoard(of: order, after: transaction) }
        return (outing, order)
    }

    /// Opens the order of an outing.
    ///
    /// - Throws: 409 `order_exists`, 409 `no_place`, and 422 for its times, also if the restaurant is closed when the food is
    ///   due, and for a deadline that cannot do what it should.
    func open(
        _ input: NewOrder, on id: OutingID, by actor: Actor, locale: Locale, in transaction: Transaction
    ) async throws {
        let (outing, _) = try await OutingEdits.open(id, actor, .openOrder, in: transaction)
        guard outing.state.cancellation == nil else { throw OutingProblems.cancelled }
        guard !outing.isOver else { throw OutingProblems.done }
        guard try await transaction.first(.liveOrder(of: id)) == nil else { throw OrderProblems.exists }
        guard let place = input.place ?? outing.state.place?.name else { throw OrderProblems.noPlace }
        let coordinator = input.coordinator ?? outing.host
        try await checkInvited(coordinator, to: id, or: OrderProblems.coordinatorNotInvited, in: transaction)
        let zone = outing.state.zone
        let due = try input.dueAt?.read(in: zone) ?? outing.state.time?.startsAt
        var fields = OrderFields(
            coordinator: coordinator, restaurant: input.place == nil ? outing.state.place?.restaurant : nil,
            place: place, currency: input.currency.code, fulfilment: input.fulfilment, address: input.address,
            note: input.note, zone: zone, closesBefore: input.closesBefore, due: due,
            dueFollows: input.dueAt == nil,
            limitPerHead: try input.limitPerHead?.readLimit(in: input.currency, locale: locale),
            linesVisible: input.linesVisible, atDeadline: input.atDeadline)
        fields.closes = try input.closesAt?.read(in: zone)
        try fields.followDue()
        try await checkDeadlineAction(fields, now: outing.now, in: transaction)
        try await checkOpen(fields, in: transaction)
        try await Self.takeReach(of: outing, by: actor, in: transaction)
        var changes = try await insert(fields, on: outing, by: actor.person, in: transaction)
        if input.repeats {
            changes += try await repeatLines(on: id, by: actor.person, in: transaction)
        }
        _ = try await record.record(changes, of: id, by: actor.person, in: transaction)
    }

    /// Counts the people on the list, who are notified, if they are many.
    ///
    /// - Throws: 429 above the limit.
    private static func takeReach(
        of outing: OutingRow, by actor: Actor, in transaction: Transaction
    ) async throws {
        guard let person = actor.person else { return }
        try await ReachLimit.takeLists([outing], by: person, in: transaction)
    }

    /// Checks that what is to happen at the deadline can happen.
    ///
    /// - Throws: 422 `deadline_needed`, `deadline_past` or `no_board`.
    private func checkDeadlineAction(
        _ fields: OrderFields, now: Date, in transaction: Transaction
    ) async throws {
        guard fields.atDeadline != .lock else { return }
        guard let closes = fields.closes?.instant else { throw OrderProblems.deadlineNeeded }
        guard fields.atDeadline == .place else { return }
        guard closes > now else { throw OrderProblems.deadlinePassed }
        guard let restaurant = fields.restaurant,
            try await transaction.first(.orderedPlace(restaurant))?.hasBoard == true
        else { throw OrderProblems.noBoard }
    }

    /// Checks that the restaurant is not known to be closed when the food is due.
    ///
    /// - Throws: 422 `closed_then`.
    private func checkOpen(_ fields: OrderFields, in transaction: Transaction) async throws {
        guard let restaurant = fields.restaurant, let due = fields.due?.instant,
            let place = try await transaction.first(.orderedPlace(restaurant))
        else { return }
        guard place.openState(at: due, hours) != .closed else { throw OrderProblems.closedThen }
    }

    /// Stores a new order with its event.
    ///
    /// - Parameter person: `nil` for the service.
    /// - Returns: The changes to record.
    /// - Throws: 409 `order_exists`, and 422 for its deadline.
    func insert(
        _ fields: OrderFields, on outing: OutingRow, by person: PersonID?, in transaction: Transaction
    ) async throws -> [Change] {
        try fields.check(now: outing.now)
        let order = GroupOrderID.make()
        try await transaction.execute(
            .insert(order, fields, of: outing.id), breaking: "group_order_one_alive",
            is: OrderProblems.exists)
        try await transaction.execute(.append(.opened, to: order, of: outing.id, by: person))
        try await transaction.execute(.awaitRepetitions(on: outing.id))
        let new = OrderSnapshot(
            state: .open, place: fields.place, closesAt: fields.closes?.instant, portions: 0)
        var changes: [Change] = [.order(order, eaters: [], from: nil, to: new)]
        // Hosts know that they run the orders of their outings unless someone else does.
        if fields.coordinator != person ?? outing.host {
            changes.append(.orderCoordinator(fields.coordinator, of: order))
        }
        return changes
    }

    /// Copies the dishes of the outing's last order, which was cancelled, for the people who still come. Place and
    /// currency must be the same.
    private func repeatLines(
        on outing: OutingID, by actor: PersonID?, in transaction: Transaction
    ) async throws -> [Change] {
        let now = try await transaction.one(.liveOrder(of: outing))
        guard let last = try await transaction.first(.cancelledOrder(of: outing)),
            last.currency == now.currency, last.restaurant == now.restaurant,
            last.restaurant != nil || last.place == now.place
        else { throw OrderProblems.nothingBefore }
        let coming = Set(
            try await transaction.all(.attendees(of: outing))
                .filter(\.answer.isComing).map(\.person))
        let lines = try await transaction.all(.lines(of: last)).live
            .filter { coming.contains($0.person.id) }
        guard !lines.isEmpty else { throw OrderProblems.nothingBefore }
        var changes: [Change] = []
        var known: Set<[String]> = []
        for former in lines {
            var line = former.fields
            let id = OrderLineID.make()
            let key = ["\(line.person)", line.visitor ?? "", line.digest, "\(line.unitMinor ?? -1)"]
            line.removeSharers { !coming.contains($0) }
            line.setBy = line.person == actor ? nil : actor
            for command in OrderLineEdits.insertion(
                line, [], as: id, isOnly: known.insert(key).inserted, to: now, by: actor)
            {
                try await transaction.execute(command)
            }
            try await transaction.execute(.copyParts(of: former.id, in: last, to: id, in: now))
            guard let actor, line.person != actor else { continue }
            changes.append(.orderLine(id, of: line.person, by: actor, from: nil, to: line.label))
        }
        if now.restaurant != nil {
            try await transaction.holdStock(for: now.id, of: outing, raising: nil)
        }
        return changes
    }

    /// Applies a merge patch. A patch that changes nothing creates no event.
    ///
    /// - Throws: ``VersionMismatch``; 409 `order_state` once the place works on the order, and `sold_out` or
    ///   `stock_needs_deadline` if the restaurant cannot keep portions until the new time.
    func patch(
        _ id: OutingID, _ patch: OrderPatch, ifMatch: TagCondition, by actor: Actor, locale: Locale,
        in transaction: Transaction
    ) async throws {
        let (outing, order) = try await lock(id, actor, .editOrder, in: transaction)
        guard ifMatch.permits(version: order.version) else { throw VersionMismatch() }
        guard order.state == .open || order.takesAmendments else { throw OrderProblems.state(order.state) }
        var fields = order.fields
        if let fulfilment = patch.fulfilment { fields.fulfilment = fulfilment }
        fields.address = patch.address.merged(over: order.address)
        fields.note = patch.note.merged(over: order.note)
        if let linesVisible = patch.linesVisible { fields.linesVisible = linesVisible }
        if let action = patch.atDeadline { fields.atDeadline = action }
        switch patch.limitPerHead {
        case .absent: break
        case .null: fields.limitPerHead = nil
        case .value(let price):
            fields.limitPerHead = try price.readLimit(in: order.money, locale: locale)
        }
        if let person = patch.coordinator {
            try await checkInvited(person, to: id, or: OrderProblems.coordinatorNotInvited, in: transaction)
            fields.coordinator = person
        }
        switch patch.dueAt {
        case .absent: break
        case .null:
            fields.dueFollows = true
            fields.due = order.time(outing.state.time?.startsAt.instant)
        case .value(let time):
            fields.dueFollows = false
            fields.due = try time.read(in: order.zone)
        }
        switch patch.closesAt {
        case .absent: break
        case .null: (fields.closes, fields.closesBefore) = (nil, nil)
        case .value(let time): (fields.closes, fields.closesBefore) = (try time.read(in: order.zone), nil)
        }
        switch patch.closesBefore {
        case .absent: break
        case .null: if order.closesBefore != nil { (fields.closes, fields.closesBefore) = (nil, nil) }
        case .value(let minutes): fields.closesBefore = minutes
        }
        // The deadline of an order that takes no more dishes stays where it was.
        if order.state == .open { try fields.followDue() }
        guard fields != order.fields else { return }
        let movesDeadline =
            fields.closes != order.fields.closes || fields.closesBefore != order.fields.closesBefore
        guard !movesDeadline || order.state == .open else { throw OrderProblems.state(order.state) }
        if movesDeadline || fields.due?.instant != order.dueAt {
            // A deadline that stays may have passed.
            try fields.check(now: movesDeadline ? order.now : .distantPast)
        }
        if fields.atDeadline != order.atDeadline || (movesDeadline && fields.closes == nil) {
            try await checkDeadlineAction(fields, now: order.now, in: transaction)
        }
        if case .value = patch.dueAt, fields.due?.instant != order.dueAt {
            try await checkOpen(fields, in: transaction)
        }
        let isHandover = fields.coordinator != order.coordinator.id
        if movesDeadline || isHandover {
            try await Self.takeReach(of: outing, by: actor, in: transaction)
        }
        try await transaction.execute(.update(order.id, to: fields, of: id))
        if order.restaurant != nil, movesDeadline || fields.due?.instant != order.dueAt {
            try await transaction.holdStock(for: order.id, of: id, raising: nil)
        }
        let isUrgent =
            movesDeadline
            && [order.closesAt, fields.closes?.instant].compactMap(\.self).contains {
                $0.timeIntervalSince(order.now) < OrderLimits.urgentLeadTime
            }
        let names = fields.changedNames(from: order.fields)
        try await transaction.execute(
            .append(
                isHandover ? .coordinatorNamed : .edited,
                .fields(names), to: order.id, of: id,
                by: actor.person))
        var changes: [Change] = []
        if movesDeadline {
            let lines = try await transaction.all(.lines(of: order)).live
            var new = order.snapshot(portions: lines.portions)
            new.closesAt = fields.closes?.instant
            changes = [
                .order(
                    order.id, eaters: lines.eaters, from: order.snapshot(portions: lines.portions), to: new)
            ]
        }
        if isHandover { changes.append(.orderCoordinator(fields.coordinator, of: order.id)) }
        _ = try await record.record(changes, of: id, by: actor.person, urgent: isUrgent, in: transaction)
    }

    /// Moves an order to another state.
    ///
    /// A request for the state that the order is in changes nothing, except that it may move the promised time.
    /// - Throws: 409 `order_state`, 409 `empty_order`, 409 `blocked`, 409 `sold_out`; 422 for the deadline of a reopened order.
    func move(
        _ id: OutingID, _ move: OrderMove, by actor: Actor, in transaction: Transaction
    ) async throws {
        let action: Action = move.to == .cancelled ? .cancelOrder : .runOrder
        let (outing, order) = try await lock(id, actor, action, in: transaction)
        let promised = try move.promisedAt?.read(in: order.zone).instant
        // A venue answers by itself. The group can take the order back until it has.
        if order.boardNumber != nil, move.to != .cancelled, order.state != move.to,
            order.state != .placed || move.to != .locked
        {
            throw OrderProblems.venueAnswers
        }
        let isNewPromise =
            order.boardNumber == nil && order.state == .accepted && promised != nil
            && promised != order.promisedAt
        guard order.state != move.to || isNewPromise else { return }
        guard order.state == move.from, let kind = order.state.event(movingTo: move.to) else {
            throw OrderProblems.state(order.state)
        }
        // The other steps lead to the end, so they are few.
        if kind == .reopened || kind == .takenBack || kind == .promised {
            try await Self.takeReach(of: outing, by: actor, in: transaction)
        }
        if kind == .reopened {
            var fields = order.fields
            if let closes = try move.closesAt?.read(in: order.zone) {
                (fields.closes, fields.closesBefore) = (closes, nil)
                try fields.check(now: order.now)
            } else if order.closesAt.map({ $0 > order.now }) != true {
                (fields.closes, fields.closesBefore) = (nil, nil)
            }
            try await transaction.execute(
                .setTimes(order, closes: fields.closes, before: fields.closesBefore, due: fields.due))
        }
        let lines = try await transaction.all(.lines(of: order)).live
        if kind == .locked || kind == .placed, lines.isEmpty { throw OrderProblems.empty }
        if kind == .placed {
            let (blockers, place) = try await assessForPlacing(order, lines, in: transaction)
            let open = blockers.filter {
                !move.despite.contains($0) || place?.binding.contains($0) == true
            }
            guard open.isEmpty else { throw OrderProblems.blocked(open, place) }
            if try await Self.putOnBoard(order, in: transaction) {
                guard move.to == .placed else { throw OrderProblems.venueAnswers }
                wakeBoard(of: order, after: transaction)
            }
        }
        try await apply(
            kind, to: order, as: move.to, lines, promised: promised, takenBy: move.takenBy,
            reason: move.reason,
            by: actor.person, in: transaction)
        if kind == .reopened { try await transaction.execute(.awaitRepetitions(on: id)) }
    }

    /// Locks an order whose deadline has passed, or cancels it if no one has chosen a dish.
    ///
    /// - Returns: Whether this call did.
    func lockIfDue(_ id: OutingID, in transaction: Transaction) async throws -> Bool {
        guard let order = try await transaction.lockedOrder(of: id), order.state == .open,
            order.isPastDeadline, order.atDeadline != .remind
        else { return false }
        try await end(order, in: transaction)
        return true
    }

    /// Returns what keeps an order from being placed, after locking its venue, whose rules then stay as they are until it is.
    func assessForPlacing(
        _ order: OrderRow, _ lines: [OrderLineRow], in transaction: Transaction
    ) async throws -> (blockers: [GroupOrder.Blocker], place: OrderPlaceCheck?) {
        if let restaurant = order.restaurant { try await transaction.execute(.lockVenue(restaurant)) }
        return try await order.assess(lines, menus, hours, from: transaction)
    }

    /// Locks an open order, or cancels it if no one has chosen a dish.
    func end(_ order: OrderRow, in transaction: Transaction) async throws {
        let lines = try await transaction.all(.lines(of: order)).live
        let isEmpty = lines.isEmpty
        try await apply(
            isEmpty ? .cancelled : .locked, to: order, as: isEmpty ? .cancelled : .locked, lines,
            reason: isEmpty ? "empty" : nil, by: nil, in: transaction)
    }

    /// Moves a locked order and records the event, the news, and the sale of a venue that hands it over.
    ///
    /// - Parameter soldAt: When it was sold, if not now.
    func apply(
        _ kind: OrderEventKind, to order: OrderRow, as state: GroupOrder.State, _ lines: [OrderLineRow],
        promised: Date? = nil, takenBy: String? = nil, soldAt: Date? = nil, reason: String?,
        by person: PersonID?, in transaction: Transaction
    ) async throws {
        let change = try await Self.move(
            kind, order, to: state, lines, promised: promised, takenBy: takenBy, reason: reason, by: person,
            in: transaction)
        if kind == .placed { try await fixTaxRates(of: lines, on: order, in: transaction) }
        if kind == .handedOver {
            try await recordSale(of: order, lines, at: soldAt, by: person, in: transaction)
        }
        let delay = promised.flatMap { new in order.promisedAt.map { abs($0.timeIntervalSince(new)) } } ?? 0
        let isUrgent =
            kind == .ready || order.state == .ready || (kind == .cancelled && !lines.isEmpty)
            || (kind == .promised && delay >= OrderLimits.urgentDelay)
        _ = try await record.record(
            [change], of: order.outing, by: person, urgent: isUrgent, in: transaction)
    }

    /// Writes the new state and its event. Placing holds the portions of all dishes; other moves release or sell them.
    ///
    /// - Returns: The change to record.
    static func move(
        _ kind: OrderEventKind, _ order: OrderRow, to state: GroupOrder.State, _ lines: [OrderLineRow],
        promised: Date? = nil, takenBy: String? = nil, reason: String?, by person: PersonID?,
        in transaction: Transaction
    ) async throws -> Change {
        try await transaction.execute(
            .move(order, to: state, promised: promised, takenBy: takenBy, by: person, reason: reason))
        if order.restaurant != nil {
            try await transaction.holdStock(
                for: order.id, of: order.outing, raising: kind == .placed ? nil : [])
        }
        try await transaction.execute(.append(kind, to: order.id, of: order.outing, by: person))
        let old = order.snapshot(portions: lines.portions)
        var new = old
        new.state = state
        new.isEmpty = reason == "empty" && person == nil
        if state == .open || state == .locked {
            new.promisedAt = nil
        } else {
            new.promisedAt = promised ?? order.promisedAt
        }
        if kind == .reopened {
            new.closesAt = try await transaction.first(.liveOrder(of: order.outing))?.closesAt
        }
        return .order(order.id, eaters: lines.eaters, from: old, to: new)
    }

    /// Asks the attendees who have not picked, or with `isPreview` only returns them.
    func nudge(
        _ id: OutingID, isPreview: Bool, by actor: Actor, in transaction: Transaction
    ) async throws -> [Person] {
        let (_, order) = try await lock(id, actor, .runOrder, in: transaction)
        guard order.takesPicks else { throw OrderProblems.locked(at: order.lockedAt ?? order.closesAt) }
        let missing = try await transaction.all(.missing(in: order))
        guard !isPreview else { return missing }
        guard !missing.isEmpty else { throw OrderProblems.nobodyMissing }
        if let nudgedAt = order.nudgedAt, order.now.timeIntervalSince(nudgedAt) < OrderLimits.nudgeInterval {
            throw OrderProblems.nudgedRecently
        }
        try await remind(missing, order, by: actor.person, in: transaction)
        return missing
    }

    /// Reminds people to pick. The caller holds the locks of the outing and the order.
    func remind(
        _ missing: [Person], _ order: OrderRow, by person: PersonID?, in transaction: Transaction
    ) async throws {
        try await transaction.execute(.markNudged(order))
        try await transaction.execute(.append(.nudged, to: order.id, of: order.outing, by: person))
        _ = try await record.record(
            [.orderWanted(by: order.isPastDeadline ? nil : order.closesAt, of: missing.map(\.id))],
            of: order.outing, by: person,
            in: transaction)
    }

    private func checkInvited(
        _ person: PersonID, to outing: OutingID, or problem: Problem, in transaction: Transaction
    ) async throws {
        guard try await transaction.all(.attendees(of: outing)).contains(where: { $0.person == person })
        else {
            throw problem
        }
    }
}
