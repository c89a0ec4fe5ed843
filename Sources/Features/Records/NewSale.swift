import Access
package import Foundation
import JSON
package import Money
package import NoonishAPI
package import Postgres

/// What a venue sells at once.
package struct NewSale: Sendable {
    /// The order that is handed over.
    package struct Order: Sendable {
        let outing: OutingID
        let id: GroupOrderID
        let number: Int

        package init(_ id: GroupOrderID, of outing: OutingID, number: Int) {
            (self.id, self.outing, self.number) = (id, outing, number)
        }
    }

    let id = SaleID.make()
    let venue: RestaurantID
    let currency: Currency
    let dishes: [SoldDish]
    let tip: Int
    /// `nil` if it was entered by hand.
    let order: Order?
    let person: PersonID?
    /// The customer of a sale by hand.
    let customer: CustomerID?
    /// The time zone of the venue, where the directory does not know one.
    let zone: String
    /// `nil` for the present time.
    let at: Date?

    package init(
        at venue: RestaurantID, _ dishes: [SoldDish], in currency: Currency, tip: Int = 0, of order: Order?,
        by person: PersonID?, to customer: CustomerID? = nil, zone: String, at: Date? = nil
    ) {
        (self.venue, self.currency, self.tip) = (venue, currency, tip)
        (self.order, self.person, self.customer) = (order, person, customer)
        (self.zone, self.at) = (zone, at)
        self.dishes = dishes.merged
    }

    func lines() throws(MoneyFault) -> [NewSaleLine] {
        try NewSaleLine.lines(of: dishes, in: id)
            + (tip > 0 ? [NewSaleLine(dish: nil, amount: tip, tax: 0)] : [])
    }
}

extension Transaction {
    /// Records a sale. An order that was recorded before is not recorded again.
    package func record(_ sale: NewSale) async throws {
        let lines = try sale.lines()
        guard !lines.isEmpty else { return }
        try await execute(.insert(sale, total: lines.map(\.amount).reduce(0, +)))
        try await execute(.insert(lines, of: sale))
    }
}

extension Command {
    fileprivate static func insert(_ sale: NewSale, total: Int) -> Command {
        Command(
            "records.insert_sale",
            """
            INSERT INTO sale (restaurant_id, id, at, day, hour, source, currency, total_minor, outing_id, order_id, order_number,
                              made_by, customer_id)
            SELECT r.id, \(sale.id), w.at, (w.wall - \(RecordLimits.dayStart))::date, extract(hour FROM w.wall)::int,
                   \(sale.order == nil ? "hand" : "order"), \(sale.currency.code), \(total), \(sale.order?.outing),
                   \(sale.order?.id), \(sale.order?.number)::bigint, \(sale.person), \(sale.customer)
              FROM restaurant AS r
             CROSS JOIN LATERAL (SELECT m.at, m.at AT TIME ZONE coalesce(r.time_zone, \(sale.zone)) AS wall
                                   FROM (SELECT coalesce(\(sale.at), now()) AS at) AS m) AS w
             WHERE r.id = \(sale.venue)
                ON CONFLICT ON CONSTRAINT sale_once_an_order DO NOTHING
            """)
    }

    fileprivate static func insert(_ lines: [NewSaleLine], of sale: NewSale) -> Command {
        Command(
            "records.insert_lines",
            """
            INSERT INTO sale_line (restaurant_id, day, sale_id, number, hour, kind, item_key, made_of, name, options, category,
                                   quantity, currency, amount_minor, tax_minor, tax_ppm)
            SELECT s.restaurant_id, s.day, s.id, l.number, s.hour, CASE WHEN l.name IS NULL THEN 'tip' ELSE 'dish' END, l.item,
                   coalesce(l.made_of, '{}'), l.name, l.options, l.category, l.quantity, s.currency, l.amount, l.tax, l.rate
              FROM sale AS s
             CROSS JOIN jsonb_to_recordset(\(JSONB(SaleLineList(lines: lines))))
                        AS l (number int, item text, made_of text[], name text, options text, category text, quantity int,
                              amount bigint, tax bigint, rate int)
             WHERE s.restaurant_id = \(sale.venue) AND s.id = \(sale.id)
            """)
    }
}

/// Lines as a parameter of a statement.
private struct SaleLineList: JSONEncodable {
    let lines: [NewSaleLine]

    func encode(to writer: inout JSONWriter) {
        writer.array { list in
            for (index, line) in lines.enumerated() {
                list.element(Element(number: index + 1, line: line))
            }
        }
    }

    struct Element: JSONEncodable {
        let number: Int
        let line: NewSaleLine

        func encode(to writer: inout JSONWriter) {
            writer.object {
                $0.field("number", number)
                $0.field("item", line.dish?.item)
                $0.array("made_of", line.dish?.madeOf ?? []) { $0.value($1) }
                $0.field("name", line.dish?.name)
                $0.field("options", line.dish?.options)
                $0.field("category", line.dish?.category)
                $0.field("quantity", line.dish?.quantity ?? 0)
                $0.field("amount", line.amount)
                $0.field("tax", line.tax)
                $0.field("rate", line.dish?.tax.map { Int($0.partsPerMillion) })
            }
        }
    }
}
