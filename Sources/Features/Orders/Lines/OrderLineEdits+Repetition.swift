import Access
import HTTPKit
import NoonishAPI
import Outings
import Postgres

/// Dishes that a person orders as the last time.
extension OrderLineEdits {
    /// Orders what the caller ordered from the same place the last time: dishes of the menu at the prices of today, others
    /// at the prices of then. A preview does the same and undoes it.
    ///
    /// - Throws: 409 `nothing_before`, `order_locked`, `answer_first` or `too_many_lines`.
    func addAgain(
        to id: OutingID, by actor: Actor, isPreview: Bool, in transaction: Transaction
    ) async throws -> (added: [OrderLineRow], skipped: [RepeatedOrder.Omission], order: OrderRow) {
        guard let caller = actor.person else { throw Denial.notFound }
        let (participant, order) = try await lock(id, actor, .pickDish, isNews: false, in: transaction)
        try check(order, participant, actor)
        let last = try await lastDishes(of: caller, on: order, keepsPrices: false, in: transaction)
        try checkAnswer(participant.status)
        guard !last.dishes.isEmpty else { return ([], last.skipped, order) }
        let start: [Command] = isPreview ? [.beginRepetition] : []
        let rows = try await transaction.all(
            .lines(of: order), after: start + last.dishes.flatMap(\.commands))
        try await hold(order, last.dishes.flatMap(\.line.cookedItems), in: transaction)
        if isPreview { try await transaction.execute(.undoRepetition) }
        let ids = Set(last.dishes.map(\.id))
        return (rows.filter { ids.contains($0.id) }, last.skipped, order)
    }

    /// Orders what a person ordered from the same place the last time, as far as it is what it was: a dish with another price is
    /// left out. The caller holds the order's lock.
    ///
    /// - Returns: What was done, and the dishes in words.
    func repeatUnchanged(
        for person: PersonID, on order: OrderRow, in transaction: Transaction
    ) async throws -> (repetition: OrderRepetition, dishes: [String]) {
        let last: LastDishes
        do {
            last = try await lastDishes(of: person, on: order, keepsPrices: true, in: transaction)
        } catch is Problem {
            return (OrderRepetition(added: 0, skipped: []), [])
        }
        guard !last.dishes.isEmpty else { return (OrderRepetition(added: 0, skipped: last.skipped), []) }
        try await transaction.execute(.beginRepetition)
        do {
            for command in last.dishes.flatMap(\.commands) { try await transaction.execute(command) }
            try await hold(order, last.dishes.flatMap(\.line.cookedItems), in: transaction)
        } catch is Problem {
            // Another order took the portions meanwhile.
            try await transaction.execute(.undoRepetition)
            let missed = last.dishes.map {
                RepeatedOrder.Omission(
                    name: $0.line.name, why: .soldOut, previousUnitMinor: nil, unitMinor: nil)
            }
            return (OrderRepetition(added: 0, skipped: last.skipped + missed), [])
        }
        try await transaction.execute(.endRepetition)
        return (
            OrderRepetition(added: last.dishes.count, skipped: last.skipped), last.dishes.map(\.line.label)
        )
    }

    /// What a person can order as the last time.
    private struct LastDishes {
        struct Dish {
            let id: OrderLineID
            let line: OrderLineFields
            let commands: [Command]
        }

        let dishes: [Dish]
        let skipped: [RepeatedOrder.Omission]
    }

    /// Returns what a person ordered from the same place the last time, as far as they can order it now.
    ///
    /// - Parameter keepsPrices: Whether a dish that would cost the person something else is left out.
    /// - Throws: 409 `nothing_before` or `too_many_lines`.
    private func lastDishes(
        of person: PersonID, on order: OrderRow, keepsPrices: Bool, in transaction: Transaction
    ) async throws -> LastDishes {
        let before = try await transaction.all(.lastLines(of: person, before: order)).map(\.fields)
        guard !before.isEmpty else { throw OrderProblems.nothingBefore }
        let lines = try await transaction.all(.lines(of: order))
        let menu = before.contains { $0.menuItem != nil } ? try await menu(of: order, from: transaction) : nil
        var repeated = RepeatedLines(
            ordered: lines.live.filter { $0.person.id == person && $0.visitor == nil }.map(\.fields),
            menu: menu, left: menu == nil ? [:] : try await order.itemsLeft(from: transaction),
            keepsPrices: keepsPrices)
        for line in before { repeated.add(line) }
        guard lines.count + repeated.added.count <= OrderLimits.lines else {
            throw OrderProblems.tooManyLines
        }
        let dishes = try repeated.added.map { line in
            let id = OrderLineID.make()
            return LastDishes.Dish(
                id: id, line: line,
                commands: Self.insertion(
                    line, try menu?.get().parts(of: line) ?? [], as: id, to: order, by: person))
        }
        return LastDishes(dishes: dishes, skipped: repeated.skipped)
    }
}

extension Command {
    fileprivate static var beginRepetition: Command {
        Command("orders.begin_repetition", "SAVEPOINT repetition")
    }
    fileprivate static var undoRepetition: Command {
        Command("orders.undo_repetition", "ROLLBACK TO SAVEPOINT repetition")
    }
    fileprivate static var endRepetition: Command {
        Command("orders.end_repetition", "RELEASE SAVEPOINT repetition")
    }
}
