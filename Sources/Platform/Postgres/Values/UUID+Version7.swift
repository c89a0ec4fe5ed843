public import Foundation
import Synchronization

extension UUID {
    /// Returns a new UUID of version 7: milliseconds since 1970, then a counter, then 62 random bits.
    ///
    /// Within a process each one is greater than the one before, even when the clock steps back: in each new
    /// millisecond the counter starts at a random value below 2048, and it overflows into the next
    /// millisecond.
    ///
    /// - Source: RFC 9562, section 5.7, and section 6.2, method 1.
    public static func v7() -> UUID {
        let milliseconds = UInt64(Date().timeIntervalSince1970 * 1_000)
        var random = SystemRandomNumberGenerator()
        let start = UInt16.random(in: 0..<2_048, using: &random)
        let stamp = lastStamp.withLock { $0.advance(to: milliseconds, startingAt: start) }

        let high = stamp.milliseconds << 16 | 0x7000 | UInt64(stamp.counter)
        let low = random.next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
        return withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { bytes in
            bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
            bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
            return UUID(uuid: bytes.load(as: uuid_t.self))
        }
    }

    /// The time and the counter of the newest UUID.
    private static let lastStamp = Mutex(Stamp())

    private struct Stamp {
        var milliseconds: UInt64 = 0
        var counter: UInt16 = 0

        /// Largest value of the counter's 12 bits.
        static let maximumCounter: UInt16 = 0xfff

        mutating func advance(to now: UInt64, startingAt start: UInt16) -> Stamp {
            if now > milliseconds {
                milliseconds = now
                counter = start
            } else if counter < Self.maximumCounter {
                counter += 1
            } else {
                milliseconds += 1
                counter = start
            }
            return self
        }
    }
}
