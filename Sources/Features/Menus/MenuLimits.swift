import Money

/// Limits of menus.
enum MenuLimits {
    /// Bytes of a menu document: 1 MiB, seven times a menu of 500 dishes.
    static let bytes = 1_024 * 1_024
    /// Kilobytes of menus that one person publishes within a day, compressed, for all restaurants that share
    /// them. They stay for ever. A menu of 500 dishes has some 20.
    static let publishedKilobytesPerDay = 64_000
    /// Bytes of the pictures of one menu: at some 150 kB each, those of 1,700 dishes.
    static let pictureBytes = 256 * bytes
    /// Published menus that one process keeps decoded, at about 1 MiB each for a menu of 500 dishes.
    static let menusInMemory = 64
    /// How long a menu that was read is taken for the newest by a reader who has it.
    static let newestTagLifetime = Duration.seconds(1)
    /// Levels of nesting of a document; a menu has eight.
    static let depth = 32
    /// The faults of a menu that are reported; the others are counted.
    static let reportedFaults = 100

    /// Scalars of the names of sections, items and options.
    static let name = 1...200
    static let description = 1...2_000
    static let attribution = 1...500
    static let url = 1...500
    /// The other languages of one name.
    static let languages = 30
    static let taxes = 30
    static let sections = 200
    /// Items of an imported menu: more than a document of ``bytes`` holds.
    static let items = 20_000
    /// Bytes that the references of an imported file stand for together.
    static let referencedBytes = 16 * bytes
    static let itemsOfSection = 1_000
    static let variants = 30
    static let optionGroups = 500
    static let optionGroupsOfItem = 20
    static let options = 100
    static let slots = 12
    static let choices = 100
    /// Prices that differ by branch or fulfilment, of one item, variant or option.
    static let prices = 500
    static let branches = 500

    /// How many options of a group, or items of a slot, are chosen.
    static let chosen = 0...99
    static let mostPerPerson = 1...99
    /// At most a week.
    static let preparationMinutes = 1...10_080
    /// Minor units: a millionth of what an amount can be, so that every sum of an order fits.
    static let price = 0...Int(Money.largestInput / 1_000_000)
    static let priceDifference = -price.upperBound...price.upperBound
}
