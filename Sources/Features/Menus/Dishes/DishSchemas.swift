import Access
import NoonishAPI
import OpenAPI
import Restaurants

/// The wire types of dishes, as schemas.
extension Schema {
    static let dishPage = Schema.named(
        "DishPage",
        .page(
            of: dish, .field("at", .instant, "The time to which `openAt` of the restaurants refers."),
            .optional("currency", .string("EUR"), "The currency that all dishes have. Absent: any.")))

    static let dishDetails = Schema.named(
        "DishDetails",
        .object(
            .field("dish", dish), .field("section", .string("Curries"), "The section of the menu."),
            .field("menuItem", menuItem),
            .optional("optionGroups", .array(of: menuOptionGroup), "The groups that the item names.")))

    private static let dish = Schema.named(
        "Dish",
        .object(
            .field("id", .id), .field("restaurant", dishRestaurant),
            .field("item", .string("green-curry"), "The key of the item on the restaurant's menu."),
            .field("menuVersion", .integer(1...Int.max, 3)),
            .field("kind", .oneOf(MenuItem.Kind.self)), .field("name", .string("Green curry")),
            .optional(
                "matchedName", .string("แกงเขียวหวาน"),
                "The name in another language that matched. Absent: `name` did."),
            .optional("description", .string("Bamboo, basil, coconut milk")),
            .field(
                "priceMinor", .integer(MenuLimits.price, 1_190),
                "In minor units of `currency`, with the cheapest of what has to be chosen."),
            .field("currency", .string("EUR")),
            .field("priceVaries", .boolean, "Whether other choices of what has to be chosen cost more."),
            .field("diets", .array(of: .diet), "Diets that it suits."),
            .optional(
                "contains", .array(of: .allergen),
                "Its allergens; empty if there are none. Absent: not stated, which does not mean none."),
            .optional("attribution", .string("Thai Garden"), "To show wherever the dish is shown."),
            .optional("picture", picturePath, "The path of its picture; append `&size=160` for a square.")))

    private static let dishRestaurant = Schema.named(
        "DishRestaurant",
        .object(
            .field("id", .id), .field("name", .string("Thai Garden")), .field("location", location),
            .field("distance", .number(0...20_100_000, 412).orNull, "Metres from the point in question."),
            .field("openAt", openThen.orNull, "At the time in question."), .field("source", source)))
}
