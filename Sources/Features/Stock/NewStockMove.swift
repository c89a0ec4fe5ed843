import Access
import HTTPKit
import Menus
import NoonishAPI
import Postgres

/// Limits of the portions that venues count.
enum StockLimits {
    static let quantity = -100_000...100_000
    /// Unicode scalars of a note.
    static let note = 1...200
    /// Orders that a problem lists.
    static let holders = 100
    /// Moves on a page: both the default and the maximum.
    static let moves = 100
}

/// What staff say about portions.
enum StockMoveKind: String, CaseIterable, Sendable {
    case count, receipt, waste, correction, stop
}

/// A validated move of stock.
struct NewStockMove: Sendable {
    let kind: StockMoveKind
    let quantity: Int
    /// `nil` for every day.
    let day: String?
    let note: String?
    /// The orders from which dishes may be taken off, if they hold too many portions.
    let strikes: [GroupOrderID]

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        let kind = body.required("kind", .oneOf(StockMoveKind.self))
        day = body.optional("day", .day)
        note = body.optional("note", .text(StockLimits.note))
        strikes = body.array(
            "strikes", .parsed("an id", code: "malformed_id", longest: 36) { GroupOrderID($0) },
            max: StockLimits.holders)
        let allowed: ClosedRange<Int> =
            switch kind {
            case .count: 0...StockLimits.quantity.upperBound
            case .receipt, .waste: 1...StockLimits.quantity.upperBound
            case .stop: 0...0
            case .correction, nil: StockLimits.quantity
            }
        let quantity =
            kind == .stop
            ? body.optional("quantity", .integer(allowed)) ?? 0 : body.required("quantity", .integer(allowed))
        let (known, number) = try body.finish(kind, quantity)
        self.kind = known
        self.quantity = number
    }

    /// Whether it begins to count an item that was not counted.
    var begins: Bool { kind == .count || kind == .receipt }
}

extension Command {
    /// Changes no row if the item is not counted and the move does not begin to.
    static func append(_ move: NewStockMove, of item: String, to venue: Capability<RestaurantID>) -> Command {
        Command(
            "stock.append_move",
            """
            INSERT INTO stock_move (restaurant_id, id, item_key, day, kind, quantity, found, actor_id, note)
            SELECT \(venue.object), gen_random_uuid(), \(item), coalesce(\(move.day)::text::date, '-infinity'),
                   \(move.kind.rawValue), \(move.quantity)::bigint,
                   CASE WHEN \(move.kind.rawValue)::text = 'count' THEN \(move.quantity)::bigint END,
                   \(venue.actor.person), \(move.note)
             WHERE \(move.begins)
                OR EXISTS (SELECT FROM stock AS s
                            WHERE s.restaurant_id = \(venue.object) AND s.item_key = \(item)
                              AND s.day = coalesce(\(move.day)::text::date, '-infinity') AND s.is_tracked)
            """)
    }
}

extension Query where Row == StockLevel {
    static func levels(of venue: Capability<RestaurantID>) -> Self {
        Query(
            "stock.list_levels",
            """
            SELECT s.item_key, nullif(s.day, '-infinity')::text, s.counted, s.held, s.sold, s.is_tracked
              FROM stock AS s
             WHERE s.restaurant_id = \(venue.object) AND (s.day = '-infinity' OR s.day >= current_date - 1)
             ORDER BY s.item_key, s.day
            """
        ) { row throws(PostgresError) in try StockLevel(&row) }
    }

    static func level(of item: String, on day: String?, at venue: Capability<RestaurantID>) -> Self {
        Query(
            "stock.read_level",
            """
            SELECT s.item_key, nullif(s.day, '-infinity')::text, s.counted, s.held, s.sold, s.is_tracked
              FROM stock AS s
             WHERE s.restaurant_id = \(venue.object) AND s.item_key = \(item)
               AND s.day = coalesce(\(day)::text::date, '-infinity')
            """
        ) { row throws(PostgresError) in try StockLevel(&row) }
    }
}

extension StockLevel {
    fileprivate init(_ row: inout RowReader) throws(PostgresError) {
        let (item, day): (String, String?) = (try row.next(), try row.next())
        let (counted, held, sold): (Int, Int, Int) = (try row.next(), try row.next(), try row.next())
        self.init(
            item: item, day: day, counted: counted, held: held, sold: sold, left: counted - held - sold,
            tracked: try row.next())
    }
}
