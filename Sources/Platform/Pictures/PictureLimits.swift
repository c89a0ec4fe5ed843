/// The limits of pictures, with their units and reasons.
package enum PictureLimits {
    /// Media types that can be uploaded.
    package static let types = ["image/jpeg", "image/png", "image/webp"]
    /// Bytes of an uploaded picture: enough for a photograph from any phone.
    package static let bytes = 5 * 1_024 * 1_024
    /// Pixels of one side and of the whole picture, which bound a decoder's memory. Photographs from phones
    /// have 12 to 50 million pixels.
    static let side = 12_000
    static let pixels = 60_000_000
    /// Limits of the decoder's process: bytes of memory and seconds of processor time.
    static let memory = 256 * 1_024 * 1_024
    static let processorSeconds = 5
    /// Time after which the decoder's process is terminated, even if it used little processor time.
    static let timeout = Duration.seconds(15)
    /// Pictures decoded at once by one converter, and requests waiting to be decoded.
    static let atOnce = 2
    static let waiting = 16
}
