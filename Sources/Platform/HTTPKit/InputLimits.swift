import NIOCore

/// Limits on the size and duration of requests. None is a setting: a client that needs more is faulty or
/// hostile.
package enum InputLimits {
    /// Maximum bytes of a JSON or form body: 256 KiB, forty times our largest body. More is 413.
    package static let bodyBytes = 256 * 1_024

    /// Maximum bytes of path and query: 8 kB, as most proxies allow. More is 414.
    package static let targetBytes = 8_000

    /// Maximum bytes of all header fields, names and values: 16 kB. More is 431.
    package static let headerBytes = 16_000

    /// Maximum number of parameters of a query or form: 64, twice what any route uses. More is 400.
    package static let parameters = 64

    /// Time from the first to the last byte of a request: two minutes, enough for the largest picture at 45
    /// kB a second. Exceeding it is 408.
    static let arrivalTimeout = TimeAmount.seconds(120)

    /// Maximum nesting depth of a JSON body.
    package static let depth = 64
}
