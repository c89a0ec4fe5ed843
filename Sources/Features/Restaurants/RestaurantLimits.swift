import Foundation

/// Every number of restaurants: what it is, its unit, and why it is what it is.
package enum RestaurantLimits {
    // Searching
    /// Characters of a text to search for: a long name.
    static let text = 0...120
    /// The widest radius that can be asked for, in metres: half the Earth's circumference.
    static let radius = 1.0...20_015_115.0
    /// How far the best rated are looked for unless a radius is given, in metres: a day out.
    static let ratingRadius = 50_000.0
    /// People who have to share where they start before a place can be fair to them, and before hosts hear how long the
    /// longest way is: with two it would be the other's.
    static let fairOrigins = 2
    static let toldOrigins = 3
    /// Places somebody liked that count in a search: the last ones of a lifetime of eating out, and a few kilobytes.
    static let liked = 500
    /// Weeks that a place can be left alone for: two years.
    static let restWeeks = 1...104
    /// Values of one list parameter, such as cuisines: more than anybody ticks.
    static let listed = 20

    /// When something can be asked to be open: the years 2000 to 2099, for which calendars are known.
    static let instants =
        Date(timeIntervalSince1970: 946_684_800)...Date(timeIntervalSince1970: 4_102_444_799)
    /// Cuisines that a search says it could be narrowed by.
    static let facets = 20

    // Suggestions
    /// Characters of a text while it is typed.
    static let suggestText = 1...60
    /// Suggestions unless asked for more or fewer, and at most: what fits above a keyboard.
    static let suggestions = 8
    static let mostSuggestions = 20
    /// Cuisines and dishes among them; the rest is restaurants.
    static let suggestedWords = 4
    /// **Metres** within which cuisines and dishes are counted: a way across town.
    static let suggestRadius = 10_000.0

    // Offers
    /// Unicode scalars of an offer's title: a line.
    static let offerTitle = 1...120
    /// Offers of one place that are shown: more is a catalogue.
    static let offers = 100
    /// Offers of one file, which is held in memory.
    static let importedOffers = 100_000

    // Sources outside of the directory
    /// Bytes of an id that another source has given; Yelp's have 22.
    static let liveID = 100
    /// **Metres** between two notions of where one restaurant is.
    static let sameSpot = 120.0
    /// How much of two names must be the same words, 0 to 1.
    static let sameName = 0.5

    // The index
    /// Rows that are read at once while the index is loaded: some megabytes.
    static let loadPage = 5_000
    /// How long the table may take to load before it is tried again.
    static let loading = Duration.seconds(900)
    /// Rows that are read at once while it follows: a chunk of an import.
    static let followPage = 2_000
    /// Changes after which the index is saved while the process runs: what a start follows in a moment need not be in the
    /// file, and an import is.
    static let saveAfter = 10_000
    /// New numbers of opening hours after which it is looked for those that no place has: some hundred kilobytes.
    static let sweepAfter = 1_000
    /// How long a number is not given out again once no place has it: longer than any request reads an index.
    static let hoursRest = Duration.seconds(600)

    // Exports
    /// Rows that are read and written at once: about a megabyte of JSON.
    static let exportPage = 2_000

    // Opening hours
    /// Minutes whose open places are kept: now, and the times of outings that people plan at the moment.
    static let minutesKept = 16
    /// Texts of opening hours that an import remembers to have read: some megabytes.
    static let textsRemembered = 20_000

    // Imports
    /// Rows that are staged and merged at once: tens of milliseconds of work, so that the server's own statements pass.
    static let importChunk = 2_000
    /// Bytes of one record of an import: a country's coastline is bigger, no restaurant is.
    static let recordBytes = 4 * 1_024 * 1_024
    /// Bytes that are read from a file at once.
    static let fileChunk = 256 * 1_024
    /// How long staged rows of an import that broke off are kept.
    static let stagingHours = 24.0
    /// How long the end of an import may take in the database: it looks at every row of the source.
    static let endOfImport = Duration.seconds(600)
    /// Voices of a rating that count: what the index has room for.
    static let voices = 500_000
    /// Cuisines of one restaurant; a list longer than that is a menu.
    static let cuisines = 12
    /// Unicode scalars of a name, as the table's constraint has it.
    static let name = 200
    /// Unicode scalars of any other text of an import; longer ones are left out.
    static let detail = 500
}
