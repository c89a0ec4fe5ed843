import Access
import Foundation
import HTTPKit
import JSON
import Journal
import Menus
import NoonishAPI
import Outings
import Postgres
import Stock

/// The transactions that pick, edit and strike dishes.
///
/// A person's own pick locks the order alone, so that thirty people who pick do not wake the notifications of the outing.
/// What a coordinator does for another person is news, so the outing is locked first.
struct OrderLineEdits: Sendable {
    let orders: OrderEdits

    /// The line has changed since the client read it.
    struct VersionMismatch: Error {
        let current: OrderLine
    }

    /// Picks a dish: the same dish again raises the quantity.
    ///
    /// - Throws: 409 `order_locked`, `answer_first` or `too_many_lines`; 422 for people who are not on the list; for a
    ///   dish of the menu also 409 `no_menu`, `menu_currency`, `item_off`, `price_moved`, `sold_out` or
    ///   `stock_needs_deadline`, and 422 for the choice.
    // The optimizer of Swift 6.3.1 crashed when it split a longer form of this function into its parts between suspensions.
    @_optimize(none)
    func add(
        _ input: NewOrderLine, to id: OutingID, by actor: Actor, locale: Locale, in transaction: Transaction
    ) async throws -> (line: OrderLineRow, caller: OrderParticipant, order: OrderRow) {
        guard let caller = actor.person else { throw Denial.notFound }
        let isForOther = input.person.map { $0 != caller } ?? false
        let (participant, order) = try await lock(
            id, actor, isForOther ? .pickForOthers : .pickDish, isNews: isForOther, in: transaction)
        try check(order, participant, actor)
        var line = OrderLineFields(input, by: caller)
        try await check(&line, of: participant, caller: caller, on: order, in: transaction)
        let parts = try await setDish(
            input.dish, of: &line, id: nil, on: order,
            runs: participant.runs(order, as: actor), locale: locale, in: transaction)
        let added = try await insert(line, parts, to: order, by: caller, in: transaction)
        try await complete(line, added.id, on: order, by: caller, in: transaction)
        return (added, participant, order)
    }

    /// Holds the portions of a dish that was just picked, and notifies the person if someone else picked it.
    private func complete(
        _ line: OrderLineFields, _ id: OrderLineID, on order: OrderRow, by caller: PersonID,
        in transaction: Transaction
    ) async throws {
        if line.menuItem != nil { try await hold(order, line.cookedItems, in: transaction) }
        guard line.setBy != nil else { return }
        _ = try await orders.record.record(
            [.orderLine(id, of: line.person, by: caller, from: nil, to: line.label)], of: order.outing,
            by: caller, in: transaction)
    }

    /// Edits a line. A coordinator can still edit lines until the place works on the order. The person is notified of
    /// another dish, and those who pay of another price.
    ///
    /// A coordinator can give a dish to another person on the list. That person agrees by keeping it: until the place begins,
    /// they can give it back to the coordinator. Once orders have closed, they give it back as it is.
    ///
    /// - Throws: ``VersionMismatch``; 409 `order_locked` or `line_struck`; for a dish of the menu as ``add``, and 409
    ///   `from_menu` for other words, or another price from a person who does not run the order; 409 `answer_first` for a
    ///   person who does not come.
    func patch(
        _ id: OrderLineID, of outing: OutingID, _ patch: OrderLinePatch, ifMatch: TagCondition,
        by actor: Actor,
        locale: Locale, in transaction: Transaction
    ) async throws {
        let (order, line, caller, runs) = try await open(
            id, of: outing, ifMatch: ifMatch, by: actor, receiver: patch.person, in: transaction)
        var fields = try patch.applied(to: line, currency: order.money, locale: locale)
        if fields.person != line.person.id {
            if !runs, !order.takesPicks, patch.pick != nil || !fields.isGiven(from: line.fields) {
                throw OrderProblems.locked(at: order.lockedAt ?? order.closesAt)
            }
            fields.setBy = fields.person == caller ? nil : caller
            if runs { try await checkAnswer(of: fields.person, on: order, in: transaction) }
        }
        var parts: [PickedPart]?
        if let pick = patch.pick {
            parts = try await setDish(
                pick, of: &fields, id: id, on: order, runs: runs, locale: locale, in: transaction)
        } else if line.menuItem != nil {
            guard fields.name == line.name, fields.options == line.options,
                runs || fields.unitMinor == line.unitMinor
            else { throw OrderProblems.fromMenu }
            if fields.quantity > line.quantity || fields.visitor != line.visitor {
                try await checkMore(of: fields, id: id, on: order, runs: runs, in: transaction)
            }
        }
        guard fields != line.fields else { return }
        if fields.sharers != line.fields.sharers {
            try await checkSharers(of: &fields, on: order, in: transaction)
        }
        try await store(fields, over: line, parts, on: order, by: caller, in: transaction)
        var news: [Change] = []
        if fields.person != line.person.id {
            news.append(
                .orderLineGiven(id, from: line.person.id, to: fields.person, by: caller, fields.label))
        } else if line.person.id != caller, fields.label != line.fields.label {
            news.append(
                .orderLine(id, of: line.person.id, by: caller, from: line.fields.label, to: fields.label))
        }
        if fields.person != caller, let price = fields.unitMinor, price != line.unitMinor {
            let eaters = (fields.sharers.isEmpty ? [fields.person] : fields.sharers.keys.sorted())
                .filter { $0 != caller }
            let change = OrderPriceChange(
                line: id, eaters: eaters, coordinator: caller, dish: fields.name, currency: order.money,
                old: line.unitMinor, new: price)
            news.append(Change(change))
        }
        guard !news.isEmpty else { return }
        _ = try await orders.record.record(news, of: outing, by: caller, in: transaction)
    }

    /// Strikes a line. It stays in the history with its author.
    ///
    /// - Throws: ``VersionMismatch``; 409 `order_locked` or `line_struck`.
    func strike(
        _ id: OrderLineID, of outing: OutingID, ifMatch: TagCondition, by actor: Actor,
        in transaction: Transaction
    ) async throws {
        let (order, line, caller, _) = try await open(
            id, of: outing, ifMatch: ifMatch, by: actor, in: transaction)
        let isOwn = line.person.id == caller
        try await transaction.execute(
            .strike(
                id, why: isOwn ? .byPerson : .byCoordinator, by: caller, amendedRev: order.amendedRev,
                in: order))
        try await transaction.execute(
            .append(.lineStruck, line: id, to: order.id, of: outing, by: caller))
        if line.pick != nil { try await hold(order, [], in: transaction) }
        guard !isOwn else { return }
        _ = try await orders.record.record(
            [.orderLine(id, of: line.person.id, by: caller, from: line.fields.label, to: nil)], of: outing,
            by: caller,
            in: transaction)
    }

    /// Puts a line back that was struck a few minutes ago, at its price, whatever the menu has become.
    ///
    /// - Throws: 409 `restore_too_late`, `sold_out`, or `answer_first` if its person does not come; 422 `quantity_over_cap`.
    func restore(
        _ id: OrderLineID, of outing: OutingID, by actor: Actor, in transaction: Transaction
    ) async throws {
        let (order, line, caller, runs) = try await open(
            id, of: outing, ifMatch: .any, by: actor, isStruck: true, in: transaction)
        guard let struckAt = line.struckAt else { return }
        guard order.now.timeIntervalSince(struckAt) <= OrderLimits.restorable else {
            throw OrderProblems.tooLateToRestore
        }
        guard try await transaction.first(.attendee(line.person.id, of: outing))?.answer.isComing == true
        else {
            throw OrderProblems.answerFirst
        }
        var fields = line.fields
        fields.person = line.person.id
        if let pick = line.pick?.pick,
            case .success(let menu) = try await self.menu(of: order, from: transaction),
            let items = try? menu.limitedItems(of: pick, name: line.name)
        {
            try await checkCap(of: items, fields, id: id, on: order, runs: runs, in: transaction)
        }
        let equal = try await transaction.first(.line(like: fields, of: order))
        try await transaction.execute(
            .restore(
                line, content: equal == nil ? line.content : fields.content(of: id, isOnly: false),
                amendedRev: order.amendedRev, in: order))
        try await transaction.execute(
            .append(.lineRestored, line: id, to: order.id, of: outing, by: caller))
        if line.pick != nil { try await hold(order, line.fields.cookedItems, in: transaction) }
        guard line.person.id != caller else { return }
        _ = try await orders.record.record(
            [.orderLine(id, of: line.person.id, by: caller, from: nil, to: line.fields.label)], of: outing,
            by: caller,
            in: transaction)
    }

    /// Records that the caller wants nothing, or takes that back.
    func setPass(
        _ isPassing: Bool, on id: OutingID, by actor: Actor, in transaction: Transaction
    ) async throws {
        guard let caller = actor.person else { throw Denial.notFound }
        let (_, order) = try await lock(id, actor, .pickDish, isNews: false, in: transaction)
        guard order.takesPicks else { throw OrderProblems.locked(at: order.lockedAt ?? order.closesAt) }
        let count = try await transaction.execute(
            isPassing ? .pass(caller, on: order) : .withdrawPass(of: caller, on: order))
        guard count > 0 else { return }
        try await transaction.execute(
            .append(isPassing ? .passed : .passWithdrawn, to: order.id, of: id, by: caller))
    }
}

extension OrderLineEdits {
    /// Locks the order, and then reads it and the caller's attendance, so that a person who was removed meanwhile is refused. A
    /// person who is not on the outing's list locks nothing.
    ///
    /// - Parameter isNews: Whether the edit makes news, so that the outing's row is locked first.
    func lock(
        _ id: OutingID, _ actor: Actor, _ action: Action, isNews: Bool, in transaction: Transaction
    ) async throws -> (caller: OrderParticipant, order: OrderRow) {
        if isNews {
            let (outing, order) = try await orders.lock(id, actor, action, in: transaction)
            return (OrderParticipant(outing), order)
        }
        guard
            let now = try await transaction.all(
                .liveOrder(of: id, for: actor.person), after: [.lockOrder(of: id, for: actor.person)]
            ).first
        else { throw Denial.notFound }
        _ = try decide(actor, .readOrder, id, as: now.participant.relation(of: actor))
        _ = try decide(actor, action, id, as: now.participant.relation(of: actor, to: now.order))
        if now.order.boardNumber != nil { orders.wakeBoard(of: now.order, after: transaction) }
        return (now.participant, now.order)
    }

    /// Returns the live order, if the actor may read it.
    private static func order(
        of id: OutingID, for actor: Actor, from transaction: Transaction
    ) async throws -> ParticipantOrder {
        guard let found = try await transaction.first(.liveOrder(of: id, for: actor.person)) else {
            throw Denial.notFound
        }
        _ = try decide(actor, .readOrder, id, as: found.participant.relation(of: actor))
        return found
    }

    /// Locks the order and returns a line that the caller may edit: their own, or any for the coordinator.
    ///
    /// - Parameter receiver: Who gets the line, if it is given to another person.
    private func open(
        _ id: OrderLineID, of outing: OutingID, ifMatch: TagCondition, by actor: Actor,
        isStruck: Bool = false, receiver: PersonID? = nil, in transaction: Transaction
    ) async throws -> (order: OrderRow, line: OrderLineRow, caller: PersonID, runs: Bool) {
        let before = try await Self.order(of: outing, for: actor, from: transaction)
        guard let caller = actor.person,
            let found = try await transaction.first(.line(id, of: before.order)),
            before.order.linesVisible || found.person.id == caller
                || before.participant.runs(before.order, as: actor)
        else { throw Denial.notFound }
        let isOwn = found.person.id == caller
        let isGiven = receiver != nil && receiver != found.person.id
        let givesBack = isOwn && isGiven && receiver == found.setBy?.id
        let (participant, order) = try await lock(
            outing, actor, isOwn && (!isGiven || givesBack) ? .pickDish : .pickForOthers,
            isNews: !isOwn || isGiven, in: transaction)
        guard let line = try await transaction.first(.line(id, of: order)) else { throw Denial.notFound }
        if !givesBack || !order.takesAmendments { try check(order, participant, actor) }
        guard isStruck || line.struckAt == nil else { throw OrderProblems.struck }
        let runs = participant.runs(order, as: actor)
        guard ifMatch.permits(version: line.version) else {
            throw VersionMismatch(
                current: try await transaction.withListedNames(
                    line.wire(for: caller, runs: runs, in: order), of: outing, for: caller))
        }
        return (order, line, caller, runs)
    }

    /// Stores an edited line: its sharers, what the kitchen makes for it and the portions that it holds, with its event.
    ///
    /// - Parameter parts: What the kitchen makes for it; `nil` if that did not change.
    func store(
        _ fields: OrderLineFields, over line: OrderLineRow, _ parts: [PickedPart]?, on order: OrderRow,
        by caller: PersonID, in transaction: Transaction
    ) async throws {
        let id = line.id
        var content = line.content
        if !fields.isSameDish(as: line.fields) {
            let equal = try await transaction.first(.line(like: fields, of: order))
            content = fields.content(of: id, isOnly: equal == nil || equal?.id == id)
        }
        try await transaction.execute(
            .update(id, fields, content: content, amendedRev: order.amendedRev, in: order))
        if fields.sharers != line.fields.sharers {
            try await replaceSharers(fields.sharers, of: id, in: order, transaction)
        }
        if let parts {
            try await transaction.execute(.clearParts(of: id, in: order))
            if !parts.isEmpty { try await transaction.execute(.insert(parts, of: id, in: order)) }
        }
        if fields.cookedCounts != line.fields.cookedCounts {
            let getsMore = fields.cookedCounts.contains { $1 > line.fields.cookedCounts[$0] ?? 0 }
            try await hold(order, getsMore ? fields.cookedItems : [], in: transaction)
        }
        try await transaction.execute(
            .append(
                .lineEdited, fields.changes(from: line.fields), line: id, to: order.id, of: order.outing,
                by: caller))
    }

    /// Checks that the order takes picks, or amendments by those who run it.
    func check(_ order: OrderRow, _ participant: OrderParticipant, _ actor: Actor) throws(Problem) {
        guard order.takesPicks || (participant.runs(order, as: actor) && order.takesAmendments) else {
            throw OrderProblems.locked(at: order.lockedAt ?? order.closesAt)
        }
    }

    private func check(
        _ line: inout OrderLineFields, of participant: OrderParticipant, caller: PersonID, on order: OrderRow,
        in transaction: Transaction
    ) async throws {
        if line.person == caller {
            try checkAnswer(participant.status)
        } else {
            try await checkAnswer(of: line.person, on: order, in: transaction)
        }
        try await checkSharers(of: &line, on: order, in: transaction)
    }

    private func checkAnswer(
        of person: PersonID, on order: OrderRow, in transaction: Transaction
    ) async throws {
        try checkAnswer(try await transaction.first(.attendee(person, of: order.outing))?.answer.status)
    }

    /// - Parameter status: `nil` for a person who is not on the list.
    func checkAnswer(_ status: AttendanceStatus?) throws(Problem) {
        guard let status else { throw OrderProblems.personNotInvited("/personId") }
        guard status == .attending || status == .maybe else {
            throw OrderProblems.answerFirst
        }
    }

    /// Checks that those who share a dish come. Its person is always one of them, so that no one orders what only others pay.
    private func checkSharers(
        of line: inout OrderLineFields, on order: OrderRow, in transaction: Transaction
    ) async throws {
        guard !line.sharers.isEmpty else { return }
        let attendees = try await transaction.all(.attendees(of: order.outing))
        guard Set(attendees.filter(\.answer.isComing).map(\.person)).isSuperset(of: line.sharers.keys) else {
            throw OrderProblems.personNotInvited("/sharedWith")
        }
        line.sharers[line.person] = line.sharers[line.person] ?? 1
    }

    /// Inserts a line, or raises the quantity of an equal one of the same price that no one shares, in two round trips:
    /// everyone else who picks waits for the order's lock meanwhile.
    ///
    /// - Throws: 409 `too_many_lines`, 422 `quantity_over_cap`.
    private func insert(
        _ line: OrderLineFields, _ parts: [PickedPart], to order: OrderRow, by caller: PersonID,
        in transaction: Transaction
    ) async throws -> OrderLineRow {
        let (counts, alike) = try await transaction.all(.lineCount(of: order), .line(like: line, of: order))
        guard let count = counts.first, count < OrderLimits.lines else { throw OrderProblems.tooManyLines }
        let equal = line.sharers.isEmpty ? alike.first : nil
        let id = equal?.id ?? .make()
        let commands: [Command]
        if let equal {
            var fields = equal.fields
            fields.quantity += line.quantity
            guard OrderLimits.quantity.contains(fields.quantity) else { throw OrderProblems.overCap }
            fields.tellsKitchen = line.tellsKitchen ?? fields.tellsKitchen
            commands = [
                .withdrawPass(of: line.person, on: order),
                .update(id, fields, content: equal.content, amendedRev: order.amendedRev, in: order),
                .append(
                    .lineEdited, fields.changes(from: equal.fields), line: id, to: order.id,
                    of: order.outing, by: caller),
            ]
        } else {
            commands = Self.insertion(line, parts, as: id, to: order, by: caller)
        }
        guard let row = try await transaction.all(.line(id, of: order), after: commands).first else {
            throw Denial.notFound
        }
        return row
    }

    /// Returns the commands that insert a line and record it. They share one round trip.
    ///
    /// - Parameters:
    ///   - parts: What the kitchen makes for it.
    ///   - isOnly: Whether the person has no equal line.
    static func insertion(
        _ line: OrderLineFields, _ parts: [PickedPart], as id: OrderLineID, isOnly: Bool = true,
        to order: OrderRow,
        by caller: PersonID?
    ) -> [Command] {
        let content = line.content(of: id, isOnly: isOnly)
        var commands: [Command] = [
            .withdrawPass(of: line.person, on: order),
            .insert(id, line, content: content, amendedRev: order.amendedRev, in: order),
        ]
        if !parts.isEmpty { commands.append(.insert(parts, of: id, in: order)) }
        if !line.sharers.isEmpty { commands.append(.insert(line.sharers, of: id, in: order)) }
        commands.append(
            .append(
                .lineAdded, line.changes(from: nil), line: id, to: order.id, of: order.outing, by: caller))
        return commands
    }

    /// Returns the commands that take a person off a dish that they share.
    static func departure(
        of person: PersonID, from line: OrderLineRow, of order: OrderRow, by actor: PersonID?
    ) -> [Command] {
        var fields = line.fields
        fields.removeSharers { $0 == person }
        var commands: [Command] = [
            .update(
                line.id, fields, content: fields.content(of: line.id, isOnly: false), amendedRev: nil,
                in: order),
            .clearSharers(of: line.id, in: order),
        ]
        if !fields.sharers.isEmpty { commands.append(.insert(fields.sharers, of: line.id, in: order)) }
        commands.append(
            .append(
                .lineEdited, fields.changes(from: line.fields), line: line.id, to: order.id, of: order.outing,
                by: actor))
        return commands
    }

    /// Holds the portions of a dish that was just ordered, changed or taken off.
    ///
    /// - Parameter items: The keys of what the kitchen makes for it; empty to release only.
    func hold(_ order: OrderRow, _ items: [String], in transaction: Transaction) async throws {
        guard order.restaurant != nil else { return }
        try await transaction.holdStock(for: order.id, of: order.outing, raising: items)
    }

    /// Returns the order's menu, or why there is none to choose from.
    func menu(
        of order: OrderRow, from database: any Database
    ) async throws -> Result<OrderMenu, Problem> {
        do {
            return .success(try await OrderMenu(of: order, orders.menus, from: database))
        } catch let problem as Problem {
            return .failure(problem)
        }
    }

    private func replaceSharers(
        _ sharers: [PersonID: Int], of line: OrderLineID, in order: OrderRow, _ transaction: Transaction
    ) async throws {
        try await transaction.execute(.clearSharers(of: line, in: order))
        if !sharers.isEmpty { try await transaction.execute(.insert(sharers, of: line, in: order)) }
    }
}

extension OrderRow {
    /// The revision of an amendment that is made now; `nil` if the place does not know the order.
    var amendedRev: Int? { isPlaced ? rev + 1 : nil }
}

extension OrderLineFields {
    /// Creates the fields of a new line without its dish.
    fileprivate init(_ input: NewOrderLine, by caller: PersonID) {
        let person = input.person ?? caller
        self.init(
            person: person, setBy: person == caller ? nil : caller, visitor: input.visitor, name: "",
            note: input.note, quantity: input.quantity, tellsKitchen: input.tellsKitchen)
        sharers = input.sharers
    }

    /// Whether nothing but the person differs from a line.
    fileprivate func isGiven(from other: OrderLineFields) -> Bool {
        var given = other
        given.person = person
        return self == given
    }

    /// Whether the column `content` of another line stays right for this one.
    fileprivate func isSameDish(as other: OrderLineFields) -> Bool {
        person == other.person && digest == other.digest && visitor == other.visitor
            && unitMinor == other.unitMinor && sharers.isEmpty == other.sharers.isEmpty
    }

    /// The old and new numbers and dishes, and the names of the texts that differ, for the history.
    func changes(from old: OrderLineFields?) -> JSONObject {
        var members: [JSONObject.Member] = []
        if old?.quantity != quantity {
            let quantities = [old?.quantity, quantity].map { $0.map(JSONValue.integer) ?? .null }
            members.append(.init(name: "quantity", value: .array(quantities)))
        }
        if old == nil || old?.unitMinor != unitMinor {
            let prices = [old?.unitMinor, unitMinor].map { $0.map(JSONValue.integer) ?? .null }
            members.append(.init(name: "unitMinor", value: .array(prices)))
        }
        func add(_ name: String, _ former: String?, _ text: String?) {
            guard former != text else { return }
            let texts = [former, text].map { $0.map(JSONValue.string) ?? .null }
            members.append(.init(name: name, value: .array(texts)))
        }
        add("name", old?.name, name)
        add("options", old?.options, options)
        guard let old else { return JSONObject(members: members) }
        var texts: [JSONValue] = []
        if old.name != name { texts.append("name") }
        if old.options != options { texts.append("options") }
        if old.person != person { texts.append("personId") }
        if old.note != note { texts.append("note") }
        if old.visitor != visitor { texts.append("forName") }
        if old.tellsKitchen != tellsKitchen { texts.append("tellsKitchen") }
        if old.sharers != sharers { texts.append("sharedWith") }
        if !texts.isEmpty { members.append(.init(name: "fields", value: .array(texts))) }
        return JSONObject(members: members)
    }
}
