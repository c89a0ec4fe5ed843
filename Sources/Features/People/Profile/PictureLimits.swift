internal import HTTPKit

/// Every number of pictures.
package enum PictureLimits {
    /// Bytes of a picture that somebody sends: any phone's photograph.
    package static let bytes = 5 * 1_024 * 1_024
    /// Pixels of one side, and of the whole: what a decoder may have to hold. A phone's photograph has 12 to 50 million.
    static let side = 12_000
    static let pixels = 60_000_000
    /// Width and height of what is kept: beside a name in a list, and on a screen of its own.
    static let small = 64
    static let large = 256
    /// Bytes of memory and seconds of processor time of the program that reads the picture.
    static let memory = 256 * 1_024 * 1_024
    static let processorSeconds = 5
    /// Seconds after which it is ended, however little it did.
    static let patience = Duration.seconds(15)
    /// Pictures made at once, and waiting for that.
    static let atOnce = 2
    static let waiting = 16
    /// Pictures that one person may send in a row; one comes back every six minutes.
    static let perPerson = RatePolicy("picture", capacity: 10, refillPerSecond: 1.0 / 360)
}
