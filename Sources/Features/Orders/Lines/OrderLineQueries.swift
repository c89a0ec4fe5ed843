import Access
import Crypto
import Encoding
import Menus
import NoonishAPI
import Postgres

extension Query where Row == OrderLineRow {
    /// Returns an order's lines, oldest first, with those that were struck after it was placed.
    static func lines(of order: OrderRow) -> Self {
        .select(
            "orders.list_lines",
            """
             WHERE l.outing_id = \(order.outing) AND l.order_id = \(order.id)
               AND (l.struck_at IS NULL OR l.amended_rev > \(order.placedRev))
             ORDER BY l.id
            """)
    }

    static func line(_ id: OrderLineID, of order: OrderRow) -> Self {
        .select(
            "orders.read_line",
            """
             WHERE l.outing_id = \(order.outing) AND l.order_id = \(order.id) AND l.id = \(id)
            """)
    }

    /// Returns a person's live line with the same dish, options, note and price, which no one shares.
    static func line(like line: OrderLineFields, of order: OrderRow) -> Self {
        .select(
            "orders.find_equal_line",
            """
             WHERE l.outing_id = \(order.outing) AND l.order_id = \(order.id) AND l.person_id = \(line.person)
               AND coalesce(l.visitor, '') = coalesce(\(line.visitor), '') AND l.content = \(line.digest)
               AND l.unit_minor IS NOT DISTINCT FROM \(line.unitMinor) AND l.struck_at IS NULL
            """)
    }

    /// Returns the lines that were struck when their person declined, for as long as struck lines can be restored.
    static func linesStruckLately(of person: PersonID, on order: OrderRow) -> Self {
        .select(
            "orders.list_lately_struck_lines",
            """
             WHERE l.outing_id = \(order.outing) AND l.order_id = \(order.id) AND l.person_id = \(person)
               AND l.struck_why = 'left' AND l.struck_at > now() - \(OrderLimits.restorable) * interval '1 s'
             ORDER BY l.id
            """)
    }

    /// Returns the lines that could not be put back because their portions could not be held, and whose people do not know
    /// that yet.
    static func linesStruckAsSoldOut(on order: OrderRow) -> Self {
        .select(
            "orders.list_sold_out_lines",
            """
             WHERE l.outing_id = \(order.outing) AND l.order_id = \(order.id)
               AND l.struck_why = 'sold_out' AND l.gone_at IS NULL
             ORDER BY l.id
            """)
    }

    /// Returns what a person ordered from the same place the last time, at most ``OrderLimits/repeatedLines``.
    static func lastLines(of person: PersonID, before order: OrderRow) -> Self {
        .select(
            "orders.list_last_lines",
            """
             WHERE l.person_id = \(person) AND l.struck_at IS NULL AND l.visitor IS NULL
               AND (l.outing_id, l.order_id) =
                   (SELECT o.outing_id, o.id
                      FROM group_order AS o
                      JOIN order_line AS mine ON mine.outing_id = o.outing_id AND mine.order_id = o.id
                     WHERE mine.person_id = \(person) AND mine.struck_at IS NULL AND mine.visitor IS NULL
                       AND o.id <> \(order.id) AND o.state <> 'cancelled' AND o.currency = \(order.currency)
                       AND CASE WHEN \(order.restaurant)::uuid IS NULL
                                THEN o.restaurant_id IS NULL AND lower(o.place_name) = lower(\(order.place))
                                ELSE o.restaurant_id = \(order.restaurant) END
                     ORDER BY o.created_at DESC
                     LIMIT 1)
             ORDER BY l.id
             LIMIT \(OrderLimits.repeatedLines)
            """)
    }
}

extension Query where Row == Int {
    /// Returns the number of lines that count towards ``OrderLimits/lines``.
    static func lineCount(of order: OrderRow) -> Self {
        Query(
            "orders.count_lines",
            """
            SELECT count(*)
              FROM order_line AS l
             WHERE l.outing_id = \(order.outing) AND l.order_id = \(order.id)
               AND (l.struck_at IS NULL OR l.amended_rev > \(order.placedRev))
            """)
    }
}

extension Query where Row == Int {
    /// Returns how many of an item of the menu a person has, or a visitor of theirs, by itself and as part of combos,
    /// besides one line.
    static func portions(
        of item: String, for line: OrderLineFields, besides id: OrderLineID?, of order: OrderRow
    ) -> Self {
        Query(
            "orders.count_portions",
            """
            SELECT coalesce(sum(l.quantity * (
                       (l.pick ->> 'item' = \(item))::int
                       + (SELECT count(*)
                            FROM jsonb_array_elements(l.pick -> 'parts') AS part
                           WHERE part ->> 'item' = \(item)))), 0)::bigint
              FROM order_line AS l
             WHERE l.outing_id = \(order.outing) AND l.order_id = \(order.id) AND l.person_id = \(line.person)
               AND coalesce(l.visitor, '') = coalesce(\(line.visitor), '') AND l.pick IS NOT NULL
               AND l.struck_at IS NULL AND l.id IS DISTINCT FROM \(id)
            """)
    }
}

/// The fields of a line.
struct OrderLineFields: Hashable, Sendable {
    var person: PersonID
    /// `nil` if the person picked it.
    var setBy: PersonID?
    var visitor: String?
    var name: String
    var options: String?
    var note: String?
    var quantity: Int
    var unitMinor: Int?
    var tellsKitchen: String?
    /// What was chosen from the menu; `nil` if the dish was typed.
    var menuItem: OrderedMenuItem?
    var sharers: [PersonID: Int] = [:]

    /// Identifies equal dishes: the SHA-256 of name, options and note, folded; for a dish of the menu of the pick and the
    /// note. An index could not hold the texts themselves.
    var digest: String {
        let dish =
            menuItem.map { ["menu", $0.pick.text] } ?? [name.lowercased(), (options ?? "").lowercased()]
        let text = (dish + [(note ?? "").lowercased()]).joined(separator: "\u{1f}")
        return Hexadecimal.encode(SHA256.hash(data: Array(text.utf8)))
    }

    /// Removes people from those who share the dish. If only its person is left, no one shares it.
    mutating func removeSharers(where isGone: (PersonID) -> Bool) {
        sharers = sharers.filter { !isGone($0.key) }
        if sharers.allSatisfy({ $0.key == person }) { sharers = [:] }
    }

    /// Returns what the column `content` has. The id keeps a shared plate apart, and a line that was edited until it
    /// equals another one.
    ///
    /// - Parameter isOnly: Whether the person has no equal line.
    func content(of id: OrderLineID, isOnly: Bool = true) -> String {
        isOnly && sharers.isEmpty ? digest : "\(digest) \(id)"
    }

    /// The keys of what the kitchen makes for one portion; none for a dish that was typed.
    var cookedItems: [String] { menuItem?.pick.pick.cookedItems ?? [] }

    /// How many portions of each item the kitchen makes.
    var cookedCounts: [String: Int] { cookedItems.reduce(into: [:]) { $0[$1, default: 0] += quantity } }

    /// What it is called in news: `2 × Pad Thai, mild`.
    var label: String {
        let text = (quantity == 1 ? "" : "\(quantity) × ") + name + (options.map { ", \($0)" } ?? "")
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(OrderLimits.name.upperBound)))
    }
}

extension Command {
    /// Inserts a line.
    ///
    /// - Parameter content: What makes it equal to another line.
    static func insert(
        _ id: OrderLineID, _ line: OrderLineFields, content: String, amendedRev: Int?, in order: OrderRow
    ) -> Command {
        Command(
            "orders.insert_line",
            """
            INSERT INTO order_line (outing_id, order_id, id, person_id, set_by_id, visitor, content, name, options, note,
                                    quantity, unit_minor, tells_kitchen, menu_restaurant_id, menu_version,
                                    menu_position, pick, tax_ppm, tax_included, amended_rev)
            VALUES (\(order.outing), \(order.id), \(id), \(line.person), \(line.setBy), \(line.visitor), \(content),
                    \(line.name), \(line.options), \(line.note), \(line.quantity), \(line.unitMinor),
                    \(line.tellsKitchen), \(line.menuItem?.restaurant), \(line.menuItem?.version),
                    \(line.menuItem?.position), \(line.menuItem?.pick),
                    \(line.menuItem?.taxPPM), \(line.menuItem?.includesTax ?? true), \(amendedRev))
            """)
    }

    static func update(
        _ id: OrderLineID, _ line: OrderLineFields, content: String, amendedRev: Int?, in order: OrderRow
    ) -> Command {
        Command(
            "orders.update_line",
            """
            UPDATE order_line
               SET person_id = \(line.person), set_by_id = \(line.setBy), visitor = \(line.visitor), content = \(content), name = \(line.name), options = \(line.options),
                   note = \(line.note), quantity = \(line.quantity), unit_minor = \(line.unitMinor),
                   tells_kitchen = \(line.tellsKitchen),
                   menu_restaurant_id = \(line.menuItem?.restaurant),
                   menu_version = \(line.menuItem?.version), menu_position = \(line.menuItem?.position),
                   pick = \(line.menuItem?.pick), tax_ppm = \(line.menuItem?.taxPPM),
                   tax_included = \(line.menuItem?.includesTax ?? true),
                   amended_rev = coalesce(\(amendedRev), amended_rev),
                   gone_at = CASE WHEN pick IS NOT DISTINCT FROM \(line.menuItem?.pick) THEN gone_at END,
                   version = version + 1
             WHERE outing_id = \(order.outing) AND order_id = \(order.id) AND id = \(id)
            """)
    }

    static func clearParts(of line: OrderLineID, in order: OrderRow) -> Command {
        Command(
            "orders.delete_parts",
            """
            DELETE FROM order_part
             WHERE outing_id = \(order.outing) AND order_id = \(order.id) AND line_id = \(line)
            """)
    }

    static func insert(_ parts: [PickedPart], of line: OrderLineID, in order: OrderRow) -> Command {
        Command(
            "orders.insert_parts",
            """
            INSERT INTO order_part (outing_id, order_id, line_id, number, item_key, slot, name, options)
            SELECT \(order.outing), \(order.id), \(line), new.number, new.item, nullif(new.slot, ''), new.name,
                   nullif(new.options, '')
              FROM unnest(\(parts.map(\.item)), \(parts.map { $0.slot ?? "" }), \(parts.map(\.name)),
                          \(parts.map { $0.options ?? "" }))
                   WITH ORDINALITY AS new (item, slot, name, options, number)
            """)
    }

    /// Gives a line that copies one of a former order the same parts.
    static func copyParts(
        of line: OrderLineID, in former: OrderRow, to copy: OrderLineID, in order: OrderRow
    ) -> Command {
        Command(
            "orders.copy_parts",
            """
            INSERT INTO order_part (outing_id, order_id, line_id, number, item_key, slot, name, options)
            SELECT \(order.outing), \(order.id), \(copy), number, item_key, slot, name, options
              FROM order_part
             WHERE outing_id = \(former.outing) AND order_id = \(former.id) AND line_id = \(line)
            """)
    }

    static func clearSharers(of line: OrderLineID, in order: OrderRow) -> Command {
        Command(
            "orders.delete_sharers",
            """
            DELETE FROM order_sharer
             WHERE outing_id = \(order.outing) AND order_id = \(order.id) AND line_id = \(line)
            """)
    }

    static func insert(_ sharers: [PersonID: Int], of line: OrderLineID, in order: OrderRow) -> Command {
        let people = sharers.keys.sorted()
        return Command(
            "orders.insert_sharers",
            """
            INSERT INTO order_sharer (outing_id, order_id, line_id, person_id, weight)
            SELECT \(order.outing), \(order.id), \(line), new.person, new.weight
              FROM unnest(\(people), \(people.map { sharers[$0] ?? 1 })) AS new (person, weight)
            """)
    }

    static func strike(
        _ line: OrderLineID, why: OrderStrikeReason, by person: PersonID?, amendedRev: Int?,
        in order: OrderRow
    ) -> Command {
        Command(
            "orders.strike_line",
            """
            UPDATE order_line
               SET struck_at = now(), struck_by = \(person), struck_why = \(why.rawValue),
                   amended_rev = coalesce(\(amendedRev), amended_rev), version = version + 1
             WHERE outing_id = \(order.outing) AND order_id = \(order.id) AND id = \(line)
            """)
    }

    /// Puts a struck line back. Its content keeps it apart from an equal line that was picked meanwhile.
    static func restore(_ line: OrderLineRow, content: String, amendedRev: Int?, in order: OrderRow)
        -> Command
    {
        Command(
            "orders.restore_line",
            """
            UPDATE order_line
               SET struck_at = NULL, struck_by = NULL, struck_why = NULL, gone_at = NULL, content = \(content),
                   amended_rev = coalesce(\(amendedRev), amended_rev), version = version + 1
             WHERE outing_id = \(order.outing) AND order_id = \(order.id) AND id = \(line.id)
            """)
    }
}

/// Why a line was struck.
enum OrderStrikeReason: String, Sendable {
    case byPerson = "by_person"
    case byCoordinator = "by_coordinator"
    case left, removed
    case soldOut = "sold_out"
}
