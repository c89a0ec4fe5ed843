import Access
import Foundation
import JSON
import NoonishAPI
import Postgres

extension Command {
    /// Stores the items of a menu that has just been published. Former items are kept, but no longer offered.
    static func storeDishes(of published: PublishedMenu) -> Command {
        let menu = published.menu
        let items = JSONB(menu.sections.flatMap(\.items).map { DishRecord($0, menu.startingPrice(of: $0)) })
        return Command(
            "menus.store_dishes",
            """
            WITH item AS (
                 SELECT id, key, kind, name, names, description, price, varies, diets, contains
                   FROM jsonb_to_recordset(\(items))
                     AS item (id uuid, key text, kind text, name text, names jsonb, description text,
                              price bigint, varies boolean, diets text[], contains text[])),
                 former AS (
                 UPDATE dish
                    SET is_offered = false, changed_in = pg_current_xact_id()
                  WHERE restaurant_id = \(published.restaurant)
                    AND is_offered
                    AND item_key NOT IN (SELECT key FROM item))
            INSERT INTO dish AS known (
                   id, restaurant_id, item_key, menu_version, kind, name, names, description, price_minor,
                   price_varies, currency, diets, contains, attribution)
            SELECT id, \(published.restaurant), key, \(published.version), kind, name, names, description, price,
                   varies, \(published.menu.currency), diets, contains, \(published.menu.attribution)
              FROM item
                ON CONFLICT (restaurant_id, item_key) DO UPDATE
               SET menu_version = excluded.menu_version, kind = excluded.kind, name = excluded.name,
                   names = excluded.names, description = excluded.description,
                   price_minor = excluded.price_minor, price_varies = excluded.price_varies,
                   currency = excluded.currency, diets = excluded.diets, contains = excluded.contains,
                   attribution = excluded.attribution, is_offered = true, changed_in = pg_current_xact_id()
            """)
    }
}

/// An item as ``Command/storeDishes(of:)`` passes it.
@JSONObject
private struct DishRecord: JSONEncodable {
    /// Used if the item is new.
    let id: UUID
    let key: String
    let kind: MenuItem.Kind
    let name: String
    let names: [String: String]
    let description: String?
    let price: Int
    let varies: Bool
    let diets: [PersonalDiet]
    let contains: [Allergen]?
}

extension DishRecord {
    fileprivate init(_ item: MenuItem, _ price: StartingPrice) {
        self.init(
            id: UUID.v7(), key: item.key, kind: item.kind, name: item.name, names: item.names ?? [:],
            description: item.description, price: price.minor, varies: price.varies, diets: item.diets ?? [],
            contains: item.contains)
    }
}
