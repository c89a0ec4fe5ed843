import Access
import Foundation
import NoonishAPI
import Postgres

/// A row of `order_line`. In its columns, `l` is the line, `p` its person, `s` the person who picked it, `h` its sharers.
@Row
struct OrderLineRow: TableRow {
    @Column("l.id") let id: OrderLineID
    @Column("l.version") let version: Int
    @Column("l.person_id", "p.name") var person: Person
    @Column("s.id", "s.name") var setBy: Person?
    @Column("l.visitor") let visitor: String?
    @Column("l.content") let content: String
    @Column("l.name") let name: String
    @Column("l.options") let options: String?
    @Column("l.pick") let pick: StoredPick?
    @Column("l.menu_restaurant_id") let menuRestaurant: RestaurantID?
    @Column("l.menu_version") let menuVersion: Int?
    @Column("l.menu_position") let menuPosition: Int?
    @Column("l.tax_ppm") let taxPPM: Int?
    @Column("l.tax_included") let includesTax: Bool
    @Column("l.note") let note: String?
    @Column("l.quantity") let quantity: Int
    @Column("l.unit_minor") let unitMinor: Int?
    @Column("l.tells_kitchen") let tellsKitchen: String?
    /// The order's revision of the last change after it was placed.
    @Column("l.amended_rev") let amendedRev: Int?
    @Column("coalesce(h.people, '{}')", "coalesce(h.names, '{}')") var sharers: [Person]
    @Column("coalesce(h.weights, '{}')") let weights: [Int]
    /// When it was noticed that the place no longer has the dish.
    @Column("l.gone_at") let goneAt: Date?
    @Column("l.struck_at") let struckAt: Date?
    @Column("l.created_at") let createdAt: Date

    static let tables: SQL = "order_line AS l \(fragment: joins)"

    /// The tables that the columns read besides the line. The sharers of an order are read once, not for each line.
    static let joins: SQL = """
        JOIN person AS p ON p.id = l.person_id
        LEFT JOIN person AS s ON s.id = l.set_by_id
        LEFT JOIN (
              SELECT w.outing_id, w.order_id, w.line_id, array_agg(q.id ORDER BY q.id) AS people,
                     array_agg(q.name ORDER BY q.id) AS names,
                     array_agg(w.weight::bigint ORDER BY q.id) AS weights
                FROM order_sharer AS w
                JOIN person AS q ON q.id = w.person_id
               GROUP BY w.outing_id, w.order_id, w.line_id) AS h
               ON h.outing_id = l.outing_id AND h.order_id = l.order_id AND h.line_id = l.id
        """

    /// The sum of all portions; `nil` if the price is not known.
    var totalMinor: Int? { unitMinor.map { $0 * quantity } }

    /// The people who eat it.
    var eaters: [PersonID] { sharers.isEmpty ? [person.id] : sharers.map(\.id) }

    /// Whether it changed after the order was placed.
    func isAmended(in order: OrderRow) -> Bool {
        guard let amendedRev, let placedRev = order.placedRev else { return false }
        return amendedRev > placedRev
    }

    /// - Parameter runs: Whether the reader runs the order.
    func wire(for reader: PersonID?, runs: Bool, in order: OrderRow) -> OrderLine {
        let isOwn = person.id == reader
        return OrderLine(
            id: id, version: version, person: person, setBy: setBy, visitor: visitor, name: name,
            options: options, pick: pick?.pick,
            menuVersion: menuRestaurant == order.restaurant ? menuVersion : nil, note: note,
            quantity: quantity,
            unitMinor: unitMinor, totalMinor: totalMinor,
            tellsKitchen: isOwn || runs ? tellsKitchen : nil,
            sharers: zip(sharers, weights).map { OrderSharer(person: $0, weight: $1) },
            amended: isAmended(in: order), gone: goneAt != nil, own: isOwn, createdAt: createdAt)
    }
}
