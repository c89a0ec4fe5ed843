import Access
import HTTPKit
import JSON
import NoonishAPI
package import OpenAPI

/// The wire types of menus, as schemas.
extension Schema {
    static let publishedMenu = Schema.named(
        "PublishedMenu",
        .object(
            .field("restaurant", .id),
            .field(
                "version", .integer(1...Int.max, 3), "Counts the menus that the restaurant has published."),
            .field("menu", restaurantMenu)))

    static let menuAvailability = Schema.named(
        "MenuAvailability",
        .object(
            .field("version", .integer(1...Int.max, 3), "The version of the menu."), .field("at", .instant),
            .field("unserved", .array(of: key("soup")), "The keys of the items that are not served then."),
            .field(
                "left",
                .array(
                    of: .object(.field("item", key("soup")), .field("left", .integer(0...Int.max, 12)))),
                "The portions of the items that the restaurant counts.")))

    static let menuPictures = Schema.named(
        "MenuPictures", .object(.field("items", .array(of: menuPicture))))

    static let menuPicture = Schema.named(
        "MenuPicture",
        .object(
            .field("item", key("green-curry"), "The item's key."),
            .field("path", picturePath, "Append `&size=160` for a square.")))

    static let picturePath = Schema.string(
        "/v1/restaurants/01937f5a-8c3e-7d21-9b40-5f6e7a8b9c0d/menu/pictures/green-curry?v=5b1f0a9c2d3e4f50")

    static let menuDraft = Schema.named(
        "MenuDraft",
        .object(
            .field("menu", restaurantMenu),
            .field("restaurants", .array(of: .id), "Those that share the menu."),
            .field(
                "publishedVersion", Schema.integer(1...Int.max, 3).orNull,
                "The venue's newest version; null if nothing is published.")))

    static let menuPublication = Schema.named(
        "MenuPublication",
        .object(
            .field("version", .integer(1...Int.max, 4), "The venue's newest version."),
            .field("restaurants", .integer(1...Int.max, 1), "Those with a new version.")))

    static let restaurantMenu = Schema.named(
        "RestaurantMenu",
        .object(
            .field("schemaVersion", .constant(1), "The version of this format."),
            .field("language", .string("en"), "The language of the names."),
            .field("currency", .string("EUR")),
            .field("pricesIncludeTax", .boolean, "Whether the prices include the taxes."),
            .optional("name", .string("Lunch")),
            .optional("hours", hours, "Absent: whenever the restaurant is open."),
            .optional("attribution", .string("Thai Garden"), "To show wherever the menu is shown."),
            .optional("url", .string("https://thai-garden.example/menu")),
            .optional("taxes", .array(of: menuTax), "Absent: the taxes are not stated."),
            .optional("optionGroups", .array(of: menuOptionGroup)),
            .field("sections", .array(of: menuSection))))

    /// What a person chooses from a menu, as it is sent.
    package static let newMenuPick = menuPick("NewMenuPick", SchemaField.optional)

    /// What a person chose from a menu, as it is answered.
    package static let menuPick = menuPick("MenuPick", SchemaField.field)

    /// - Parameter defaulted: Makes the fields that have a default: optional where they are sent.
    private static func menuPick(
        _ name: String, _ defaulted: (String, Schema, String) -> SchemaField
    ) -> Schema {
        let options = defaulted(
            "options",
            .array(
                of: .named(
                    name + "Option",
                    .object(
                        .field("group", key("extras")), .field("option", key("egg")),
                        defaulted("count", .integer(PickLimits.count, 2), ""))),
                max: PickLimits.options), "")
        let variant = SchemaField.optional("variant", key("large"), "For an item with variants.")
        let part = Schema.named(
            name + "Part",
            .object(.field("slot", key("drink")), .field("item", key("cola")), variant, options))
        return .named(
            name,
            .object(
                .field("item", key("green-curry")), variant, options,
                defaulted(
                    "parts", .array(of: part, max: PickLimits.parts),
                    "What is chosen for the slots of a combo.")))
    }

    private static let menuTax = Schema.named(
        "MenuTax",
        .object(
            .field("key", key("food")), .field("name", .string("ALV"), "What receipts call it."),
            .optional(
                "fulfilment", .oneOf(GroupOrder.Fulfilment.self),
                "Absent: every fulfilment without a rate of its own."),
            .field("percent", .string("13.5"))))

    private static let menuSection = Schema.named(
        "MenuSection",
        .object(
            .field("key", key("curries")), .field("name", .string("Curries")), names,
            .optional("description", .string("With jasmine rice")),
            .optional("hours", hours, "Absent: the hours of the menu."),
            .field("items", .array(of: menuItem))))

    static let menuItem = Schema.named(
        "MenuItem",
        .object(
            .field("key", key("green-curry"), "Unique on the menu, and the same in all its versions."),
            .field("kind", .oneOf(MenuItem.Kind.self)), .field("name", .string("Green curry")), names,
            .optional("description", .string("Bamboo, basil, coconut milk")),
            .optional("priceMinor", minor, "Absent if it has variants."), prices,
            .optional("tax", key("food"), "The key of its tax."),
            .optional(
                "variants",
                .array(
                    of: .named(
                        "MenuVariant",
                        .object(
                            .field("key", key("large")), .field("name", .string("Large")), names,
                            .field("priceMinor", minor), prices))),
                "One of them is chosen."),
            .optional("optionGroups", .array(of: key("spice")), "Keys, in the order in which to ask."),
            .optional("slots", .array(of: menuSlot), "Only combos have them."),
            .optional(
                "contains", .array(of: .allergen),
                "Its allergens; empty if there are none. Absent: not stated, which does not mean none."),
            .optional("mayContain", .array(of: .allergen), "Possible traces."),
            .optional("diets", .array(of: .diet), "Diets that it suits."),
            .optional("hours", hours, "Absent: the hours of its section."),
            .optional("firstDay", .string("2027-03-11"), "The first date on which it is served."),
            .optional("lastDay", .string("2027-04-11")),
            .optional("mostPerPerson", .integer(MenuLimits.mostPerPerson, 5)),
            .optional("preparationMinutes", .integer(MenuLimits.preparationMinutes, 15)),
            .optional("notAt", .array(of: .id), "Never in a published menu: branches that do not offer it.")))

    static let menuOptionGroup = Schema.named(
        "MenuOptionGroup",
        .object(
            .field("key", key("spice")), .field("name", .string("Spice")), names,
            .field("least", .integer(MenuLimits.chosen, 1), "The fewest options to choose."),
            .optional("most", .integer(MenuLimits.chosen, 1), "Absent: any number."),
            .field(
                "mostOfEach", .integer(MenuLimits.mostPerPerson, 1), "How often one option can be chosen."),
            .field(
                "options",
                .array(
                    of: .named(
                        "MenuOption",
                        .object(
                            .field("key", key("hot")), .field("name", .string("Hot")), names,
                            .field(
                                "priceMinor", .integer(MenuLimits.priceDifference, 50),
                                "What it adds to the price; may be below zero."),
                            prices,
                            .optional("adds", .array(of: .allergen), "Allergens that it adds."),
                            .optional(
                                "removes", .array(of: .diet),
                                "Diets that the item then no longer suits."),
                            .field("preselected", .boolean)))))))

    private static let menuSlot = Schema.named(
        "MenuSlot",
        .object(
            .field("key", key("drink")), .field("name", .string("Drink")), names,
            .field("least", .integer(MenuLimits.chosen, 1)), .field("most", .integer(MenuLimits.chosen, 1)),
            .field(
                "choices",
                .array(
                    of: .named(
                        "MenuChoice",
                        .object(
                            .field("item", key("cola"), "The key of an item that is no combo."),
                            .optional("variant", key("small")),
                            .field("surchargeMinor", minor, "What it adds to the price of the combo.")))))))

    private static let names = SchemaField.optional(
        "names", .named("TranslatedNames", .map(of: .string("Vihreä curry"), "fi")),
        "The name in other languages.")

    private static let prices = SchemaField.optional(
        "prices",
        .array(
            of: .named(
                "MenuPrice",
                .object(
                    .optional("branch", .id, "Never in a published menu."),
                    .optional("fulfilment", .oneOf(GroupOrder.Fulfilment.self)),
                    .field("priceMinor", .integer(MenuLimits.priceDifference, 1_050))))),
        "Prices that differ from the usual one.")

    private static let minor = Schema.integer(MenuLimits.price, 950)
    private static let hours = Schema.string("Mo-Fr 11:00-14:00")

    private static func key(_ example: String) -> Schema { .string(example) }
}
