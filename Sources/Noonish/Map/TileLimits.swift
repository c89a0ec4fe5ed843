/// The numbers of the map's pictures.
enum TileLimits {
    /// The deepest zoom level that sources commonly have; a picture of it is some 80 m wide in Helsinki.
    static let deepest = 19
    /// Bytes of one picture. Those of 256 pixels are 5 to 60 kB, those of 512 up to 200.
    static let bytes = 524_288
    /// Bytes of all that are kept: a town with its surroundings, at all levels, several times over.
    static let keptBytes = 256 * 1_048_576
    /// How long one is shown without asking again. Streets change slower, and hosts ask for a week or more.
    static let freshSeconds = 30.0 * 86_400
    /// Pictures that are asked for at once; more are refused rather than kept waiting.
    static let underway = 64
    /// How long the host may take. A map waits for nobody longer.
    static let patience = Duration.seconds(8)
    /// Seconds for which a browser does not ask again.
    static let browserSeconds = 7 * 86_400
}
