/// Every number of restaurants: what it is, its unit, and why it is what it is.
package enum RestaurantLimits {
    // Searching
    /// Characters of a text to search for: a long name.
    static let text = 0...120
    /// The widest radius that can be asked for, in metres: half the Earth's circumference.
    static let radius = 1.0...20_015_115.0
    /// How far the best rated are looked for unless a radius is given, in metres: a day out.
    static let ratingRadius = 50_000.0
    /// Values of one list parameter, such as cuisines: more than anybody ticks.
    static let listed = 20

    // The index
    /// Rows that are read at once while the index is loaded: some megabytes.
    static let loadPage = 5_000
    /// How long the table may take to load before it is tried again.
    static let loading = Duration.seconds(900)
    /// Rows that are read at once while it follows: a chunk of an import.
    static let followPage = 2_000

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
    /// Cuisines of one restaurant; a list longer than that is a menu.
    static let cuisines = 12
    /// Unicode scalars of a name, as the table's constraint has it.
    static let name = 200
    /// Unicode scalars of any other text of an import; longer ones are left out.
    static let detail = 500
}
