import Foundation
import HTTPKit
import JSON
import NIOCore
import NoonishAPI
import Outings
import Postgres

/// The live lines of an order, with the JSON that most readers get.
final class OrderLines: Sendable {
    let rows: [OrderLineRow]
    /// Their sums.
    let totals: OrderTotals
    /// The names of their people.
    let names: [PersonID: String]
    /// Whether they name a guest who has no name.
    let nameGuests: Bool
    let version: OrderLinesVersion
    /// The hash of ``json``, as the part of an entity tag.
    let tag: String
    let outing: OutingID
    private let order: GroupOrderID
    /// A line names the version of its menu only at the restaurant where it was chosen.
    private let restaurant: RestaurantID?
    /// The order's revision when it was placed: lines that changed later are marked.
    private let placedRev: Int?
    /// The JSON of all lines, between commas, for readers whose line it is not and who do not run the order.
    private let json: [UInt8]
    /// Where each line ends in ``json``.
    private let ends: [Int]
    private let linesOfPeople: [PersonID: [Int]]
    private let tellKitchen: Bool

    init(_ rows: [OrderLineRow], _ version: OrderLinesVersion, of order: OrderRow) {
        self.rows = rows
        self.version = version
        outing = order.outing
        self.order = order.id
        restaurant = order.restaurant
        placedRev = order.placedRev
        totals = OrderTotals(rows)
        let people = rows.flatMap { $0.sharers + [$0.person, $0.setBy].compactMap(\.self) }
        names = Dictionary(people.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })
        nameGuests = people.contains(where: \.isUnnamedGuest)
        linesOfPeople = Dictionary(grouping: rows.indices, by: { rows[$0].person.id })
        tellKitchen = rows.contains { $0.tellsKitchen != nil }
        var writer = JSONWriter(capacity: rows.count * 512)
        var ends: [Int] = []
        for (index, row) in rows.enumerated() {
            if index > 0 { writer.fragment(json: Self.comma) }
            row.wire(for: nil, runs: false, in: order).encode(to: &writer)
            ends.append(writer.byteCount)
        }
        self.ends = ends
        let whole = writer.finish()
        json = Array(whole.readableBytesView)
        tag = EntityTag(.content, representation: whole).hash
    }

    /// The size of the JSON in bytes.
    var size: Int { json.count }

    /// An estimate of the memory in bytes: a row takes about 700, a person 100.
    var cost: Int { size + rows.count * 700 + names.count * 100 + 512 }

    /// Whether these are the lines of an order as it was seen by a statement that named their people.
    func areThose(of seen: ReaderOrder) -> Bool {
        order == seen.order.id && restaurant == seen.order.restaurant
            && placedRev == seen.order.placedRev && version == seen.linesVersion
            && names.count == seen.named.count && seen.named.allSatisfy { names[$0.id] == $0.name }
    }

    /// Writes the lines for a reader who sees all of them: their own first, and for those who run the order the lines with a
    /// word to the kitchen anew.
    ///
    /// - Returns: The JSON that is not shared.
    func write(
        to writer: inout JSONWriter, for reader: PersonID?, runs: Bool, in order: OrderRow
    ) -> ByteBuffer {
        var personal = ByteBuffer()
        let own = reader.flatMap { linesOfPeople[$0] } ?? []
        guard !own.isEmpty || (runs && tellKitchen) else {
            writer.fragment(json: json[...])
            return personal
        }
        let others = rows.indices.filter { rows[$0].person.id != reader }
        for (position, index) in (own + others).enumerated() {
            if position > 0 { writer.fragment(json: Self.comma) }
            guard position < own.count || (runs && rows[index].tellsKitchen != nil) else {
                writer.fragment(json: json[(index == 0 ? 0 : ends[index - 1] + 1)..<ends[index]])
                continue
            }
            var line = JSONWriter(capacity: 1_024)
            rows[index].wire(for: reader, runs: runs, in: order).encode(to: &line)
            let written = line.finish()
            writer.value(json: written)
            personal.writeImmutableBuffer(written)
        }
        return personal
    }

    private static let comma = [UInt8(ascii: ",")][...]
}

/// What the lines of an order come to.
struct OrderTotals: Sendable {
    let portions: Int
    /// The sum of the prices that are known.
    let minor: Int
    let unpriced: Int
    /// Everyone who has a dish, or shares one.
    let served: Set<PersonID>

    /// - Parameter lines: The live lines.
    init(_ lines: [OrderLineRow]) {
        portions = lines.portions
        minor = lines.compactMap(\.totalMinor).reduce(0, +)
        unpriced = lines.count { $0.unitMinor == nil }
        served = Set(lines.flatMap { [$0.person.id] + $0.sharers.map(\.id) })
    }
}

/// What the live lines of an order are made of, besides the names of their people. In its columns, `o` is the order.
@Row
struct OrderLinesVersion: PostgresRow, Hashable {
    /// The start of the database server. After a failover, numbers of transactions are assigned anew.
    @Column("pg_postmaster_start_time()") let server: Date
    /// The hash of the versions of the lines and of their sharers; 0 if there are no lines.
    @Column(
        """
        coalesce((SELECT bit_xor(hash_record_extended(ROW(l.id, l.xmin), 0))
                    FROM order_line AS l
                   WHERE l.outing_id = o.outing_id AND l.order_id = o.id AND l.struck_at IS NULL)
                 # coalesce((SELECT bit_xor(hash_record_extended(ROW(w.line_id, w.person_id, w.xmin), 0))
                               FROM order_sharer AS w
                              WHERE w.outing_id = o.outing_id AND w.order_id = o.id), 0), 0)
        """) let hash: Int

    /// The version of an order without lines.
    var withoutLines: Self { Self(server: server, hash: 0) }
}

extension OrderLinesVersion {
    init(server: Date, hash: Int) {
        self.server = server
        self.hash = hash
    }
}
