/// Limits of map tiles.
enum TileLimits {
    /// Maximum zoom level, which sources commonly support; a tile is 76 m wide at the equator and
    /// 38 m in Helsinki.
    static let maximumZoom = 19
    /// Maximum size of a tile in bytes. Tiles of 256 pixels have 5 to 60 kB, those of 512 pixels up to 200.
    static let bytes = 524_288
    /// Maximum size of the cache in bytes: a city with its surroundings, at all levels, several times over.
    static let cacheBytes = 256 * 1_048_576
    /// Seconds for which a cached tile is fresh. Streets change more slowly, and sources require caching for
    /// a week or more.
    static let cacheSeconds = 30.0 * 86_400
    /// Maximum number of concurrent fetches; further ones are rejected instead of queued.
    static let maximumFetches = 64
    /// Time limit of a fetch; no one waits longer for a map.
    static let fetchTimeout = Duration.seconds(8)
    /// Seconds for which browsers cache a tile.
    static let browserSeconds = 7 * 86_400
    /// Seconds for which browsers show a vector tile without a check: a new map is visible within an hour.
    static let vectorSeconds = 3_600
    /// Maximum size of all vector tiles in bytes. A square kilometre of a city takes about 50 kB.
    static let mapBytes = 1_024 * 1_048_576
    /// Maximum size in bytes of the list of nodes that an extract refers to and lacks, 26 bytes each.
    static let referenceBytes = 64 * 1_048_576
}
