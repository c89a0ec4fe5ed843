import Access
import HTTPKit
import Hummingbird
import JSON
import Menus
import NIOCore
import NoonishAPI
import Outings
import Postgres
import Restaurants

/// Presents an order as one person sees it.
struct OrderPresenter {
    let database: any Database
    let menus: PublishedMenus
    let hours: HoursPatterns

    /// - Parameter lines: The live lines.
    func wire(_ seen: ReaderOrder, _ lines: [OrderLineRow], for actor: Actor) async throws -> GroupOrder {
        let order = seen.order
        let runs = seen.participant.runs(order, as: actor)
        var wire = try await wireWithoutLines(seen, lines, OrderTotals(lines), for: actor)
        wire.lines = seen.sorted(lines, for: actor).map { $0.wire(for: actor.person, runs: runs, in: order) }
        return try await database.withListedNames(wire, of: order.outing, for: actor.person)
    }

    /// Returns the JSON of ``wire(_:_:for:)``, with the parts of `lines` that all readers share. It is hashed without them.
    func response(_ seen: ReaderOrder, _ lines: OrderLines, for actor: Actor) async throws -> Response {
        let named = [seen.order.coordinator] + seen.missing(besides: lines.totals.served)
        // A guest without a name has another one for each reader.
        guard seen.seesAll(actor), !lines.nameGuests, !named.contains(where: \.isUnnamedGuest) else {
            return .json(
                .ok, try await wire(seen, lines.rows, for: actor), etag: .version(seen.order.version))
        }
        var writer = JSONWriter(capacity: 4_096)
        try await wireWithoutLines(seen, lines.rows, lines.totals, for: actor).encode(to: &writer)
        let (head, tail) = Self.divided(Array(writer.finish().readableBytesView))
        var whole = JSONWriter(capacity: head.count + tail.count + lines.size + 1_024)
        whole.fragment(json: head)
        var hashed = lines.write(
            to: &whole, for: actor.person, runs: seen.participant.runs(seen.order, as: actor), in: seen.order)
        whole.fragment(json: tail)
        hashed.writeBytes(head)
        hashed.writeBytes(tail)
        hashed.writeString(lines.tag)
        return .json(
            .ok, whole.finish(), tag: EntityTag(.version(seen.order.version), representation: hashed))
    }

    /// Divides the JSON of an order without lines where they belong. A quote within a text is escaped, so only the member's
    /// name matches.
    private static func divided(_ json: [UInt8]) -> (head: ArraySlice<UInt8>, tail: ArraySlice<UInt8>) {
        let wanted = Array(#""lines":[]"#.utf8)
        guard
            let start = json.indices.first(where: {
                json[$0] == wanted[0] && json[$0...].starts(with: wanted)
            })
        else { preconditionFailure("the JSON of an order has no lines") }
        let gap = start + wanted.count - 1
        return (json[..<gap], json[gap...])
    }

    private func wireWithoutLines(
        _ seen: ReaderOrder, _ lines: [OrderLineRow], _ totals: OrderTotals, for actor: Actor
    ) async throws -> GroupOrder {
        let order = seen.order
        let runs = seen.participant.runs(order, as: actor)
        let (blockers, place) =
            runs ? try await order.assess(lines, menus, hours, from: database) : ([], nil)
        return GroupOrder(
            id: order.id, outing: order.outing, state: order.state, revision: order.rev,
            version: order.version,
            coordinator: order.coordinator, restaurant: order.restaurant,
            menuVersion: order.menuVersion, place: order.place,
            currency: order.currency, fulfilment: order.fulfilment, address: order.address, note: order.note,
            timeZone: order.zone, closesAt: order.text(order.closesAt), closesBefore: order.closesBefore,
            atDeadline: order.atDeadline,
            dueAt: order.text(order.dueAt), startMovedAt: order.startMovedAt,
            promisedAt: order.text(order.promisedAt), takenBy: order.takenBy,
            limitPerHeadMinor: order.limitPerHead, linesVisible: order.linesVisible, lockedAt: order.lockedAt,
            placedAt: order.placedAt, readyAt: order.readyAt, handedOverAt: order.handedOverAt,
            cancelledAt: order.cancelledAt, cancelReason: order.cancelReason,
            settledAt: order.settledAt, number: order.boardNumber, rejection: order.rejection,
            createdAt: order.createdAt,
            staysIfCancelled: order.state != .cancelled && order.state.event(movingTo: .cancelled) == nil,
            takesPicks: order.takesPicks, lines: [],
            portions: totals.portions, totalMinor: totals.minor, unpriced: totals.unpriced,
            missing: seen.missing(besides: totals.served),
            passed: actor.person.map(seen.passed.contains) ?? false, repetition: seen.standingOrder,
            blockers: blockers, placeCheck: place)
    }
}
