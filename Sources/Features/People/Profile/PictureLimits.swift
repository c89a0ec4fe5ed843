import HTTPKit

/// The limits of pictures, with their units and reasons.
package enum PictureLimits {
    /// Bytes of an uploaded picture: enough for a photograph from any phone.
    package static let bytes = 5 * 1_024 * 1_024
    /// Pixels of one side and of the whole picture, which bound a decoder's memory. Photographs from phones
    /// have 12 to 50 million pixels.
    static let side = 12_000
    static let pixels = 60_000_000
    /// Width and height of the stored pictures: one for lists, one for a full view.
    static let small = 64
    static let large = 256
    /// Limits of the decoder's process: bytes of memory and seconds of processor time.
    static let memory = 256 * 1_024 * 1_024
    static let processorSeconds = 5
    /// Time after which the decoder's process is terminated, even if it used little processor time.
    static let timeout = Duration.seconds(15)
    /// Pictures decoded at once, and requests waiting to be decoded.
    static let atOnce = 2
    static let waiting = 16
    /// Pictures that one person may upload in a burst; one more is allowed every six minutes.
    static let perPerson = RatePolicy("picture", capacity: 10, refillPerSecond: 1.0 / 360)
}
