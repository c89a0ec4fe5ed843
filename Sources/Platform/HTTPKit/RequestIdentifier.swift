import Encoding

/// Generates request ids: 128 random bits, so that ids cannot be guessed and never collide between machines.
enum RequestIdentifier {
    /// Returns 32 lower-case hexadecimal digits.
    static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        // Each call of the generator is a system call.
        let halves: [UInt64] = [generator.next(), generator.next()]
        return halves.withUnsafeBytes { Hexadecimal.encode($0) }
    }
}
