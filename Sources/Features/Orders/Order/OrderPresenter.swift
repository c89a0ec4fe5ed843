import Access
import Menus
import NoonishAPI
import Outings
import Postgres

/// Reads an order as one person sees it.
struct OrderPresenter {
    let database: any Database
    let menus: PublishedMenus

    /// Returns the order. Where lines are hidden, invitees see their own and those that they share.
    func wire(_ order: OrderRow, of outing: OutingRow, for actor: Actor) async throws -> GroupOrder {
        let reader = actor.person
        let runs = outing.relation(of: actor, to: order) != .invitee
        let lines = try await database.all(.lines(of: order)).live
        let missing = try await database.all(.missing(in: order, lines))
        let hasPassed = try await database.one(.hasPassed(reader, on: order))
        func isOwn(_ line: OrderLineRow) -> Bool { line.person.id == reader }
        let seen = lines.filter { line in
            runs || order.linesVisible || isOwn(line) || reader.map(line.eaters.contains) == true
        }
        let blockers = runs ? try await order.blockers(lines, menus, from: database) : []
        let sorted = seen.filter(isOwn) + seen.filter { !isOwn($0) }
        let wire = GroupOrder(
            id: order.id, outing: order.outing, state: order.state, revision: order.rev,
            version: order.version,
            coordinator: order.coordinator, restaurant: order.restaurant,
            menuVersion: order.menuVersion, place: order.place,
            currency: order.currency, fulfilment: order.fulfilment, address: order.address, note: order.note,
            timeZone: order.zone, closesAt: order.text(order.closesAt), closesBefore: order.closesBefore,
            dueAt: order.text(order.dueAt), startMovedAt: order.startMovedAt,
            promisedAt: order.text(order.promisedAt), takenBy: order.takenBy,
            limitPerHeadMinor: order.limitPerHead, linesVisible: order.linesVisible, lockedAt: order.lockedAt,
            placedAt: order.placedAt, readyAt: order.readyAt, handedOverAt: order.handedOverAt,
            cancelledAt: order.cancelledAt, cancelReason: order.cancelReason,
            settledAt: order.settledAt, number: order.boardNumber, rejection: order.rejection,
            createdAt: order.createdAt,
            staysIfCancelled: order.state != .cancelled && order.state.event(movingTo: .cancelled) == nil,
            takesPicks: order.takesPicks, lines: sorted.map { $0.wire(for: reader, runs: runs, in: order) },
            portions: lines.portions, totalMinor: lines.compactMap(\.totalMinor).reduce(0, +),
            unpriced: lines.count { $0.unitMinor == nil },
            missing: missing, passed: hasPassed, blockers: blockers)
        return try await database.withListedNames(wire, of: order.outing, for: reader)
    }
}
