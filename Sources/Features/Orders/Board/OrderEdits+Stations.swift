import Access
import JSON
import NoonishAPI
import Postgres

extension OrderEdits {
    /// Records that a station has made its part of an order, or takes that back. The first part begins the preparation, and
    /// the last one makes the order ready. A request for the state that the station is in changes nothing.
    ///
    /// - Parameter revision: The revision of the order that the station saw.
    /// - Throws: ``Denial``, also for a station that makes nothing of it; 409 `order_state` or `changed_since`.
    func setStation(
        _ station: String, of id: GroupOrderID, at venue: RestaurantID, to state: StationState, revision: Int,
        by actor: Actor, in transaction: Transaction
    ) async throws -> OutingID {
        let order = try await lockOnBoard(id, at: venue, actor, in: transaction)
        let plan = try await StationPlan.read(of: venue, menus, from: transaction)
        let work = try await StationWork.read(of: [order], plan, from: transaction)
        let lines = try await transaction.all(.lines(of: order))
        let progress = work.progress(of: order, lines)
        let items = work.items(of: lines.live)
        guard let own = progress.first(where: { $0.station == station }) else { throw Denial.notFound }
        // The last dish of a station that had not finished may have been struck.
        let isComplete = state == .done && progress.allSatisfy(\.isDone) && order.state == .preparing
        guard own.isDone != (state == .done) || isComplete else { return order.outing }
        let others = progress.filter { $0.station != station }
        let name = JSONValue.array([.null, .string(plan.name(of: station))])
        let event = JSONObject(members: [.init(name: "name", value: name)])
        if state == .done {
            guard order.state == .accepted || order.state == .preparing else {
                throw OrderProblems.state(order.state)
            }
            guard revision >= work.lastChanges(of: lines.live)[station] ?? 0 else {
                throw OrderProblems.changedSince
            }
            try await transaction.execute(.bump([station], of: order, items: items))
            try await transaction.execute(
                .append(.bumped, event, to: order.id, of: order.outing, by: actor.person))
        } else {
            guard [.accepted, .preparing, .ready].contains(order.state) else {
                throw OrderProblems.state(order.state)
            }
            // The whole order was marked as ready, which stands for the others.
            if order.state == .ready {
                try await transaction.execute(
                    .bump(others.filter { $0.doneAt == nil }.map(\.station), of: order, items: items))
            }
            try await transaction.execute(.recall(station, of: order))
            try await transaction.execute(
                .append(.recalled, event, to: order.id, of: order.outing, by: actor.person))
        }
        let isReady = state == .done && others.allSatisfy(\.isDone)
        let next: GroupOrder.State = isReady ? .ready : .preparing
        if order.state != next {
            try await apply(
                isReady ? .ready : .preparing, to: order, as: next, lines.live, reason: nil,
                by: actor.person, in: transaction)
        }
        return order.outing
    }
}
