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
        let before = try await transaction.all(.lastLines(of: caller, before: order))
        guard !before.isEmpty else { throw OrderProblems.nothingBefore }
        let lines = try await transaction.all(.lines(of: order))
        let menu = try await menu(of: order, from: transaction)
        var repeated = RepeatedLines(
            ordered: lines.live.filter { $0.person.id == caller && $0.visitor == nil }.map(\.fields),
            menu: menu, left: try await order.itemsLeft(from: transaction), keepsPrices: false)
        for line in before { repeated.add(line.fields) }
        guard lines.count + repeated.added.count <= OrderLimits.lines else {
            throw OrderProblems.tooManyLines
        }
        try checkAnswer(participant.status)
        guard !repeated.added.isEmpty else { return ([], repeated.skipped, order) }
        let dishes = repeated.added.map { (id: OrderLineID.make(), line: $0) }
        let commands = dishes.flatMap { Self.repetition($0.line, menu, as: $0.id, to: order) }
        let rows = try await transaction.all(
            .lines(of: order), after: (isPreview ? [.beginRepetition] : []) + commands)
        try await hold(order, repeated.added.flatMap(\.cookedItems), in: transaction)
        if isPreview { try await transaction.execute(.undoRepetition) }
        let ids = Set(dishes.map(\.id))
        return (rows.filter { ids.contains($0.id) }, repeated.skipped, order)
    }

    /// Orders what people ordered from the same place the last time, as far as it is what it was: a dish with another price is
    /// left out. They have nothing on the order, whose lock the caller holds.
    func repeatUnchanged(
        for people: [PersonID], on order: OrderRow, in transaction: Transaction
    ) async throws -> [RepeatedPerson] {
        let menu = try await menu(of: order, from: transaction)
        var count = try await transaction.one(.lineCount(of: order))
        var all: [RepeatedPerson] = []
        for person in people {
            var last = RepeatedLines(ordered: [], menu: menu, left: [:], keepsPrices: true)
            for line in try await transaction.all(.lastLines(of: person, before: order)) {
                last.add(line.fields)
            }
            var repeated = RepeatedPerson(person: person, skipped: last.skipped)
            // By item, as all orders hold them.
            for line in last.added.sorted(by: { ($0.cookedItems.min() ?? "") < ($1.cookedItems.min() ?? "") })
            {
                let reason =
                    count < OrderLimits.lines
                    ? try await add(line, menu, to: order, in: transaction) : .overCap
                if let reason {
                    repeated.skipped.append(
                        RepeatedOrder.Omission(
                            name: line.name, why: reason, previousUnitMinor: nil, unitMinor: nil))
                } else {
                    count += 1
                    repeated.dishes.append(line.label)
                }
            }
            all.append(repeated)
        }
        return all
    }

    /// Adds a dish of a standing order, unless the restaurant has too few portions left.
    ///
    /// - Returns: Why it was not added; `nil` if it was.
    private func add(
        _ line: OrderLineFields, _ menu: Result<OrderMenu, Problem>, to order: OrderRow,
        in transaction: Transaction
    ) async throws -> RepeatedOrder.Omission.Reason? {
        var reason: RepeatedOrder.Omission.Reason?
        try await transaction.execute(.beginRepetition)
        do {
            for command in Self.repetition(line, menu, as: .make(), to: order) {
                try await transaction.execute(command)
            }
            if !line.cookedItems.isEmpty { try await hold(order, line.cookedItems, in: transaction) }
        } catch let problem as Problem {
            reason = problem.code == "sold_out" ? .soldOut : .notServed
            try await transaction.execute(.undoRepetition)
        }
        try await transaction.execute(.endRepetition)
        return reason
    }

    /// Returns the commands that order a dish again for its person.
    private static func repetition(
        _ line: OrderLineFields, _ menu: Result<OrderMenu, Problem>, as id: OrderLineID, to order: OrderRow
    ) -> [Command] {
        // A dish that was typed has no parts and needs no menu.
        let parts = (try? menu.get())?.parts(of: line) ?? []
        return insertion(line, parts, as: id, to: order, by: line.person)
    }
}

/// What a person's standing order did.
struct RepeatedPerson {
    let person: PersonID
    /// What was ordered, in words.
    var dishes: [String] = []
    var skipped: [RepeatedOrder.Omission]
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
