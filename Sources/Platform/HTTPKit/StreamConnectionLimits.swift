import NIOCore

/// Limits of connections that carry a live stream.
enum StreamConnectionLimits {
    /// Time limit for the head of a stream request; exceeding it is 408.
    static let headTime = TimeAmount.seconds(10)

    /// Maximum bytes of such a head, request line and fields. More is 431.
    static let headBytes = InputLimits.targetBytes + InputLimits.headerBytes

    /// Maximum bytes that a client may send after the head, where nothing is expected. More closes the
    /// stream.
    static let strayBytes = 8_192

    /// Bytes read at once. NIO keeps a buffer of this size for every open stream.
    static let readBytes = 128

    /// Size of the kernel's send buffer for one reader. By default it grows up to 4 MB before a slow reader
    /// is noticed.
    static let sendBuffer = 16_384

    /// Watermarks, in bytes, of the write buffer of one reader: writing pauses above the high one and resumes
    /// below the low one.
    static let lowWatermark = 8_192
    static let highWatermark = 32_768
}
