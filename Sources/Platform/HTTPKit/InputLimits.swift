import NIOCore

/// How much of a request is read, and for how long. None of these is a setting: a client that needs more is mistaken or hostile.
package enum InputLimits {
    /// Bytes of a JSON or form body: 256 KiB, forty times the largest body of ours. More is 413.
    package static let bodyBytes = 256 * 1_024

    /// Bytes of path and query: 8 kB, as most proxies allow. More is 414.
    package static let targetBytes = 8_000

    /// Bytes of all header fields, names and values: 16 kB. More is 431.
    package static let headerBytes = 16_000

    /// Parameters of a query or form: 64, twice what the richest route takes. More is 400.
    package static let parameters = 64

    /// From the first bytes of a request to its last: two minutes, in which the largest picture comes at 45 kB a second.
    /// More is 408.
    static let arrival = TimeAmount.seconds(120)

    /// Depth of arrays and objects in a JSON body.
    package static let depth = 64
}
