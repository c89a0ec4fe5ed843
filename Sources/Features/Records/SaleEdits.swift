import Access
import Foundation
import HTTPKit
import Menus
import Money
import NoonishAPI
import Postgres
import Stock
import Venues

/// The transactions that record and void sales.
struct SaleEdits: Sendable {
    let menus: PublishedMenus

    /// Records a sale that the people of a venue enter, and takes its portions from the stock.
    ///
    /// - Throws: ``Denial``; 409 `item_not_on_menu`, `sold_out` or `venue_provisional`; 422 by pointer, or `customer_unknown`.
    func record(
        _ input: SaleInput, at id: RestaurantID, by actor: Actor, locale: Locale, in transaction: Transaction
    ) async throws -> SaleID {
        let (venue, capability) = try await VenueEdits.authorize(actor, .recordSale, on: id, in: transaction)
        try venue.requireVerified()
        let menu = try await menus.newest(of: id, from: transaction)?.menu
        let currency = try input.currency(of: menu)
        let dishes = try input.dishes(from: menu, in: currency, locale: locale)
        let tip =
            try input.tip?.read(in: currency, locale: locale, most: RecordLimits.unitMinor) ?? 0
        let sale = NewSale(
            at: id, dishes, in: currency, tip: tip, of: nil, by: actor.person, to: input.customer,
            zone: venue.timeZone ?? "UTC")
        if let customer = input.customer {
            guard try await transaction.execute(.use(customer, of: id)) == 1 else {
                throw RecordProblems.unknownCustomer
            }
        }
        try await transaction.sellStock(
            Self.portions(of: dishes.map { ($0.madeOf, $0.quantity) }), at: capability,
            zone: venue.timeZone ?? "UTC")
        try await transaction.record(sale)
        return sale.id
    }

    /// Voids a sale: its lines are taken back by opposite ones. Portions of a sale that was entered by hand return to the stock;
    /// the food of an order has left the kitchen. Its invoice is cancelled under the next number, of which the lock of the venue keeps
    /// the series without gaps.
    ///
    /// A sale that was voided before stays as it is.
    /// - Throws: ``Denial``.
    func void(
        _ sale: SaleID, at id: RestaurantID, because reason: String, by actor: Actor,
        in transaction: Transaction
    ) async throws {
        let (_, capability) = try await VenueEdits.lock(id, actor, .voidSale, in: transaction)
        guard try await transaction.first(.sale(sale, at: id)) != nil else { throw Denial.notFound }
        guard try await transaction.execute(.void(sale, of: capability, because: reason)) == 1 else { return }
        try await transaction.execute(.takeBack(sale, of: id))
        try await InvoiceEdits.cancel(ofSale: sale, at: id, in: transaction)
        guard let moment = try await transaction.first(.momentOfHandSale(sale, at: id)) else { return }
        try await transaction.returnStock(soldAt: moment.at, at: capability)
    }

    /// Adds a tip that came with a sale.
    ///
    /// - Throws: ``Denial``; 409 `sale_voided`; 422 for the amount.
    func addTip(
        _ amount: AmountInput, to sale: SaleID, at id: RestaurantID, by actor: Actor, locale: Locale,
        in transaction: Transaction
    ) async throws {
        _ = try await VenueEdits.authorize(actor, .recordSale, on: id, in: transaction)
        guard let row = try await transaction.first(.sale(sale, at: id)),
            let currency = Currency(row.currency)
        else { throw Denial.notFound }
        let tip = try amount.read(in: currency, locale: locale, most: RecordLimits.unitMinor)
        guard tip > 0 else {
            throw Problem.unprocessable("out_of_range", "Enter an amount above zero.", pointer: "/amount")
        }
        guard try await transaction.execute(.add(tip, to: sale, of: id)) == 1 else {
            throw RecordProblems.voided
        }
        try await transaction.execute(.insertTip(tip, of: sale, at: id))
    }

    /// How many portions of each item were made.
    private static func portions(of dishes: [(madeOf: [String], quantity: Int)]) -> [String: Int] {
        dishes.reduce(into: [:]) { portions, dish in
            for item in dish.madeOf { portions[item, default: 0] += dish.quantity }
        }
    }
}

extension Command {
    fileprivate static func void(
        _ sale: SaleID, of venue: Capability<RestaurantID>, because reason: String
    ) -> Command {
        Command(
            "records.void_sale",
            """
            UPDATE sale SET voided_at = now(), voided_by = \(venue.actor.person), void_reason = \(reason)
             WHERE restaurant_id = \(venue.object) AND id = \(sale) AND voided_at IS NULL
            """)
    }

    fileprivate static func takeBack(_ sale: SaleID, of venue: RestaurantID) -> Command {
        Command(
            "records.take_back_lines",
            """
            INSERT INTO sale_line (restaurant_id, day, sale_id, number, hour, kind, item_key, made_of, name, options, category,
                                   quantity, currency, amount_minor, tax_minor, tax_ppm)
            SELECT l.restaurant_id, l.day, l.sale_id, -l.number, l.hour, l.kind, l.item_key, l.made_of, l.name, l.options,
                   l.category, -l.quantity, l.currency, -l.amount_minor, -l.tax_minor, l.tax_ppm
              FROM sale AS s
              JOIN sale_line AS l ON l.restaurant_id = s.restaurant_id AND l.day = s.day AND l.sale_id = s.id
             WHERE s.restaurant_id = \(venue) AND s.id = \(sale)
            """)
    }

    /// Locks the sale by its row.
    fileprivate static func add(_ tip: Int, to sale: SaleID, of venue: RestaurantID) -> Command {
        Command(
            "records.add_tip",
            """
            UPDATE sale SET total_minor = total_minor + \(tip)
             WHERE restaurant_id = \(venue) AND id = \(sale) AND voided_at IS NULL
            """)
    }

    fileprivate static func insertTip(_ tip: Int, of sale: SaleID, at venue: RestaurantID) -> Command {
        Command(
            "records.insert_tip",
            """
            INSERT INTO sale_line (restaurant_id, day, sale_id, number, hour, kind, quantity, currency, amount_minor)
            SELECT s.restaurant_id, s.day, s.id, (SELECT max(l.number) + 1 FROM sale_line AS l
                                                   WHERE l.restaurant_id = s.restaurant_id AND l.day = s.day
                                                     AND l.sale_id = s.id),
                   s.hour, 'tip', 0, s.currency, \(tip)
              FROM sale AS s
             WHERE s.restaurant_id = \(venue) AND s.id = \(sale)
            """)
    }
}

/// When a sale was entered by hand.
@Row
struct MomentOfSale: PostgresRow {
    /// To the microsecond, as the database writes it.
    let at: String
}

extension Query where Row == MomentOfSale {
    /// Returns no row for the sale of an order.
    fileprivate static func momentOfHandSale(_ sale: SaleID, at venue: RestaurantID) -> Self {
        Query(
            "records.find_moment_of_sale",
            "SELECT at::text FROM sale WHERE restaurant_id = \(venue) AND id = \(sale) AND source = 'hand'")
    }
}
