import Foundation

/// Every limit of the directory, with its unit and reason.
package enum RestaurantLimits {
    // Search
    /// Length of a search text, in characters: enough for a long name.
    package static let text = 0...120
    /// Allowed search radius in **metres**, up to half the Earth's circumference.
    package static let radius = 1.0...20_015_115.0
    /// Default radius of a search by rating, in **metres**: as far as a day trip.
    static let ratingRadius = 50_000.0
    /// Distance in **metres** within which a name makes words such as "lunch" part of a name instead of a filter.
    static let nameRadius = 5_000.0
    /// Number of members who must share their starting point: ``minimumOriginsForFairSearch`` for a fair search,
    /// ``minimumOriginsForTravelTime`` for showing hosts the longest distance, because with two a host could infer the other
    /// member's.
    static let minimumOriginsForFairSearch = 2
    static let minimumOriginsForTravelTime = 3
    /// Maximum number of the most recently liked places that a search takes into account: a lifetime of
    /// eating out, in a few kilobytes.
    static let maximumLikedPlaces = 500
    /// Weeks for which a recently visited place can be excluded: up to two years.
    static let excludedWeeks = 1...104
    /// Serving hours of one menu that are shown as a week: a menu has a few, but each dish may have its own.
    static let menuHours = 40
    /// Maximum number of values of one list parameter, such as `cuisine`: more than anyone selects.
    package static let maximumListValues = 20

    /// Instants for which opening hours can be requested: the years 2000 to 2099, for which calendars are
    /// known.
    static let instants =
        Date(timeIntervalSince1970: 946_684_800)...Date(timeIntervalSince1970: 4_102_444_799)
    /// Maximum number of cuisines in the facets of a search.
    static let facets = 20

    // Suggestions
    /// Length of a text while it is typed, in characters.
    static let suggestText = 1...60
    /// Default and maximum number of suggestions: what fits above an on-screen keyboard.
    static let suggestions = 8
    static let maximumSuggestions = 20
    /// Maximum number of cuisines and dishes among the suggestions; the rest are restaurants.
    static let suggestedWords = 4
    /// Radius in **metres** within which cuisines and dishes are counted: a trip across a city.
    static let suggestRadius = 10_000.0

    // Gazetteer
    /// Distance in **metres** within which two parts of an address with one name are the same: a large city.
    static let namesakeDistance = 40_000.0
    /// Changes of restaurants after which their addresses are read again: an import, not a day of ratings.
    static let changesBeforeGazetteer = 100
    /// Time after which fewer changes suffice.
    static let gazetteerInterval = Duration.seconds(600)
    /// Distances in **metres** within which an entry of an extract is what restaurants have in their addresses: towns of
    /// one name, streets and districts of one name in one town, and those whose towns differ.
    static let sameTownDistance = 15_000.0
    static let sameStreetDistance = 5_000.0
    static let besideDistance = 1_000.0
    /// Most places of one extract: those of a large country.
    static let gazetteerPlaces = 200_000
    /// Most parts of streets of one extract, which every server has in memory, some hundred bytes each: those of a
    /// country such as Finland. A larger extract fills the gazetteer with the first ones.
    static let gazetteerStreets = 400_000
    /// Most houses of one extract, which an import has in memory, some 50 bytes each.
    static let gazetteerHouses = 3_000_000
    /// Bytes of a house number, which fit into a string without an allocation.
    static let gazetteerHouseNumber = 15
    /// Most other names of a place, which has one in each of many languages, and of a street.
    static let gazetteerPlaceNames = 200
    static let gazetteerStreetNames = 10

    // Offers
    /// Length of an offer's title in Unicode scalars: one line.
    static let offerTitle = 1...120
    /// Maximum number of offers shown for one place.
    static let offers = 100
    /// Maximum number of offers in one file, which is read into memory.
    static let importedOffers = 100_000

    // Live origins
    /// Maximum length in bytes of an id of a live origin; Yelp's have 22.
    static let liveID = 100
    /// Maximum distance in **metres** between two positions of the same restaurant.
    static let maximumMatchDistance = 120.0
    /// Minimum share of common words for two names to match, 0 to 1.
    static let minimumNameSimilarity = 0.5

    // Index
    /// Rows per page while the index is loaded: some megabytes.
    package static let loadPage = 5_000
    /// Time limit of the initial load, after which it is retried.
    package static let loadTimeout = Duration.seconds(900)
    /// Rows per page while the index follows changes: one chunk of an import.
    static let followPage = 2_000
    /// Number of changes after which the index is saved at runtime. A few changes are replayed quickly at
    /// start; an import is worth saving.
    static let changesBeforeSave = 10_000
    /// Number of new opening hours patterns after which unused ones are collected: some hundred kilobytes.
    package static let patternsBeforeSweep = 1_000
    /// How long the number of an unused pattern is reserved before reuse: longer than any request reads an
    /// index.
    static let unusedHoursRetention = Duration.seconds(600)

    // Export
    /// Rows read and written per page: about a megabyte of JSON.
    static let exportPage = 2_000

    // Opening hours
    /// Number of minutes for which open states are cached: now, and the times of outings being planned.
    static let cachedMinutes = 16
    /// Maximum number of parsed opening hours that an import remembers: some megabytes.
    static let maximumParsedTexts = 20_000

    // Import
    /// Rows staged and merged per chunk: tens of milliseconds of work, so that the server's own statements
    /// are not delayed.
    static let importChunk = 2_000
    /// Maximum size of one record in bytes. A country's coastline is larger, no restaurant is.
    static let recordBytes = 4 * 1_024 * 1_024
    /// Bytes per read of a file.
    static let fileChunk = 256 * 1_024
    /// Hours after which staged rows of an interrupted import are deleted.
    static let stagingHours = 24.0
    /// Time limit for the final statements of an import, which read every row of the source.
    static let importEndTimeout = Duration.seconds(600)
    /// Maximum number of votes of a rating: the capacity of the index.
    static let maximumRatingCount = 500_000
    /// Maximum number of cuisines of one restaurant; a longer list is a menu.
    static let cuisines = 12
    /// Maximum length of a name in Unicode scalars, as in the table's constraint.
    static let name = 200
    /// Maximum length of any other imported text in Unicode scalars; longer texts are dropped.
    static let detail = 500
}
