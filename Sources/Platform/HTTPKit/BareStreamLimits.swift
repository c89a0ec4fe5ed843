import NIOCore

/// Every number of bare streams.
enum BareStreamLimits {
    /// A connection that has said nothing for this long is closed, and one on which no head becomes whole and no piece of
    /// a body arrives. Browsers open some in advance and keep them a minute.
    static let silence = TimeAmount.seconds(75)

    /// The head of a request for a stream arrives within this; slower is 408.
    static let headTime = TimeAmount.seconds(10)

    /// Bytes of such a head: its target and its fields. More is 431.
    static let headBytes = InputLimits.targetBytes + InputLimits.headerBytes

    /// Bytes that a reader may send after the head, where nothing is to be said. More closes the stream.
    static let strayBytes = 8_192

    /// Bytes read at once. NIO keeps a buffer of this size for every open stream.
    static let readBytes = 128

    /// Bytes that the kernel holds for one reader. By itself it takes up to 4 MB before anybody notices a slow one.
    static let sendBuffer = 16_384

    /// Bytes that wait in memory for one reader: above the higher mark it is not written to, below the lower it is again.
    static let lowWatermark = 8_192
    static let highWatermark = 32_768
}
