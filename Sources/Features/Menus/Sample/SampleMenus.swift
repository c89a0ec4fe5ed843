import NIOCore
package import NoonishAPI
package import Postgres

/// An invented menu for a restaurant in the middle of the sample city, so that a new installation has one to choose from.
package enum SampleMenus {
    /// Publishes the menu for the sample restaurant that is nearest to the centre. Doing it again changes nothing.
    package static func publish(in database: PostgresClient) async throws {
        guard let restaurant = try await database.first(.nearestSampleRestaurant()) else { return }
        try await publish(for: [restaurant], in: database)
    }

    /// Gives restaurants the menu, which they share, and publishes it for each of them.
    package static func publish(for restaurants: [RestaurantID], in database: PostgresClient) async throws {
        _ = try await database.transaction { transaction in
            try await MenuEdits(in: transaction).store(for: restaurants, publishes: true) { branches in
                try MenuReader.read(text: ByteBuffer(string: text), branches: branches)
            }
        }
    }

    static let text = """
        {"schemaVersion": 1, "language": "en", "currency": "EUR", "pricesIncludeTax": true,
         "attribution": "Made up for Noonish, CC0",
         "optionGroups": [
          {"key": "bread", "name": "Bread", "least": 1, "most": 1, "mostOfEach": 1, "options": [
           {"key": "rye", "name": "Rye", "priceMinor": 0, "adds": ["gluten"], "preselected": true},
           {"key": "none", "name": "No bread", "priceMinor": 0, "preselected": false}]},
          {"key": "extras", "name": "Extras", "least": 0, "mostOfEach": 3, "options": [
           {"key": "egg", "name": "Egg", "priceMinor": 100, "adds": ["eggs"], "removes": ["vegan"], "preselected": false},
           {"key": "olives", "name": "Olives", "priceMinor": 150, "preselected": false}]}],
         "sections": [
          {"key": "mains", "name": "Main courses", "items": [
           {"key": "soup", "kind": "dish", "name": "Soup of the day", "names": {"fi": "Päivän keitto", "de": "Tagessuppe"},
            "description": "Root vegetables and herbs", "variants": [
             {"key": "small", "name": "Small", "priceMinor": 850}, {"key": "large", "name": "Large", "priceMinor": 1150}],
            "optionGroups": ["bread", "extras"], "contains": ["celery"], "mayContain": ["mustard"],
            "diets": ["vegan", "vegetarian"]},
           {"key": "salmon", "kind": "dish", "name": "Salmon with dill potatoes", "priceMinor": 1690,
            "optionGroups": ["extras"], "contains": ["fish", "milk"]},
           {"key": "salad", "kind": "dish", "name": "Green salad", "priceMinor": 990, "optionGroups": ["bread", "extras"],
            "contains": [], "diets": ["vegan", "vegetarian"]},
           {"key": "chef", "kind": "dish", "name": "The chef’s idea", "priceMinor": 1450}]},
          {"key": "drinks", "name": "Drinks", "items": [
           {"key": "lemonade", "kind": "drink", "name": "Lemonade", "priceMinor": 390, "contains": []},
           {"key": "coffee", "kind": "drink", "name": "Coffee", "priceMinor": 280, "contains": []}]},
          {"key": "combos", "name": "Combos", "items": [
           {"key": "lunch", "kind": "combo", "name": "Lunch", "priceMinor": 1390, "hours": "11:00-15:00", "slots": [
            {"key": "main", "name": "Main course", "least": 1, "most": 1, "choices": [
             {"item": "soup", "variant": "large", "surchargeMinor": 0}, {"item": "salmon", "surchargeMinor": 400}]},
            {"key": "drink", "name": "Drink", "least": 0, "most": 1, "choices": [
             {"item": "lemonade", "surchargeMinor": 0}, {"item": "coffee", "surchargeMinor": 0}]}]}]}]}
        """
}

extension Query where Row == RestaurantID {
    fileprivate static func nearestSampleRestaurant() -> Self {
        Query(
            "menus.find_sample_restaurant",
            """
            SELECT r.id
              FROM restaurant AS r
             WHERE r.source = 'sample' AND r.vanished_at IS NULL
             ORDER BY (r.latitude - 60.1699) ^ 2 + ((r.longitude - 24.9384) / 2) ^ 2
             LIMIT 1
            """)
    }
}
