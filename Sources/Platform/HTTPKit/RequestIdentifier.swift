/// Generates request ids: 128 random bits, so that ids cannot be guessed and never collide between machines.
enum RequestIdentifier {
    /// Returns 32 lower-case hexadecimal digits.
    static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        return hex(generator.next()) + hex(generator.next())
    }

    private static func hex(_ word: UInt64) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
