import Encoding

/// Generates request ids: 128 random bits, so that ids cannot be guessed and never collide between machines.
enum RequestIdentifier {
    /// Returns 32 lower-case hexadecimal digits.
    static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        return Hexadecimal.encode((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }
}
