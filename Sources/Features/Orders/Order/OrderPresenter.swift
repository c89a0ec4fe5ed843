import Access
import JSON
import Menus
import NIOCore
import NoonishAPI
import Outings
import Postgres

/// Presents an order as one person sees it.
struct OrderPresenter {
    let database: any Database
    let menus: PublishedMenus

    /// - Parameter lines: The live lines.
    func wire(_ seen: ReaderOrder, _ lines: [OrderLineRow], for actor: Actor) async throws -> GroupOrder {
        let order = seen.order
        let runs = seen.participant.runs(order, as: actor)
        var wire = try await wireWithoutLines(seen, lines, for: actor)
        wire.lines = seen.sorted(lines, for: actor).map { $0.wire(for: actor.person, runs: runs, in: order) }
        return try await database.withListedNames(wire, of: order.outing, for: actor.person)
    }

    /// Returns the JSON of ``wire(_:_:for:)``, with the parts of `lines` that all readers share.
    func json(_ seen: ReaderOrder, _ lines: OrderLines, for actor: Actor) async throws -> ByteBuffer {
        var writer = JSONWriter()
        // A guest without a name has another one for each reader.
        if lines.nameGuests || seen.namesGuests {
            try await wire(seen, lines.rows, for: actor).encode(to: &writer)
            return writer.finish()
        }
        let runs = seen.participant.runs(seen.order, as: actor)
        let shared = Dictionary(uniqueKeysWithValues: zip(lines.rows.map(\.id), lines.json))
        try await wireWithoutLines(seen, lines.rows, for: actor).encode(to: &writer)
        let (head, tail) = Self.divided(Array(writer.finish().readableBytesView))
        var whole = JSONWriter(capacity: head.count + tail.count + lines.size)
        whole.fragment(json: head)
        for (index, line) in seen.sorted(lines.rows, for: actor).enumerated() {
            if index > 0 { whole.fragment(json: [UInt8(ascii: ",")]) }
            let isOwn = line.person.id == actor.person
            if !isOwn, !runs || line.tellsKitchen == nil, let json = shared[line.id] {
                whole.fragment(json: json[...])
            } else {
                line.wire(for: actor.person, runs: runs, in: seen.order).encode(to: &whole)
            }
        }
        whole.fragment(json: tail)
        return whole.finish()
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
        _ seen: ReaderOrder, _ lines: [OrderLineRow], for actor: Actor
    ) async throws -> GroupOrder {
        let order = seen.order
        let runs = seen.participant.runs(order, as: actor)
        let blockers = runs ? try await order.blockers(lines, menus, from: database) : []
        return GroupOrder(
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
            takesPicks: order.takesPicks, lines: [],
            portions: lines.portions, totalMinor: lines.compactMap(\.totalMinor).reduce(0, +),
            unpriced: lines.count { $0.unitMinor == nil },
            missing: seen.missing, passed: seen.hasPassed, repetition: seen.standingOrder, blockers: blockers)
    }
}
