import Access
import Foundation
import HTTPKit
import Journal
import NoonishAPI
import Outings
import Postgres

extension OrderLineEdits {
    /// Gives the dishes of the menu their words and prices of today, or with `isPreview` only returns what that changes. Dishes
    /// that the menu no longer has stay as they are.
    ///
    /// - Throws: 409 `order_state` once the order is placed; 409 `no_menu` or `menu_currency`.
    func reprice(
        _ outing: OutingID, isPreview: Bool, by actor: Actor, in transaction: Transaction
    ) async throws -> RepricedOrder {
        let (_, order) = try await orders.lock(outing, actor, .runOrder, in: transaction)
        guard let caller = actor.person else { throw Denial.notFound }
        guard order.state == .open || order.state == .locked else { throw OrderProblems.state(order.state) }
        let menu = try await OrderMenu(of: order, orders.menus, from: transaction)
        let lines = try await transaction.all(.lines(of: order)).live
        var result = RepricedOrder(
            menuVersion: menu.published.version, changed: [], unserved: [],
            previousTotalMinor: lines.compactMap(\.totalMinor).reduce(0, +), totalMinor: 0)
        result.totalMinor = result.previousTotalMinor
        var news: [Change] = []
        for line in lines {
            guard let pick = line.pick?.pick else { continue }
            var fields = line.fields
            do throws(Problem) {
                _ = try menu.apply(pick, expected: nil, to: &fields)
            } catch {
                result.unserved.append(.init(line: line.id, person: line.person, name: line.name))
                continue
            }
            guard let price = fields.unitMinor, price != line.unitMinor else { continue }
            result.changed.append(
                .init(
                    line: line.id, person: line.person, name: fields.name, quantity: line.quantity,
                    previousUnitMinor: line.unitMinor, unitMinor: price))
            result.totalMinor += price * line.quantity - (line.totalMinor ?? 0)
            guard !isPreview else { continue }
            try await store(
                fields, over: line, menu.parts(of: fields), on: order, by: caller, in: transaction)
            let eaters = line.eaters.filter { $0 != caller }
            guard !eaters.isEmpty else { continue }
            let change = OrderPriceChange(
                line: line.id, eaters: eaters, coordinator: caller, dish: fields.name,
                currency: order.money, old: line.unitMinor, new: price)
            news.append(Change(change))
        }
        if !news.isEmpty {
            _ = try await orders.record.record(news, of: outing, by: caller, in: transaction)
        }
        return result
    }
}
