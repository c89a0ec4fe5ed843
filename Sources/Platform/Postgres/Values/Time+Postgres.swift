public import Foundation

/// `timestamptz`: microseconds since 2000-01-01 00:00 UTC. `infinity` and `-infinity` are infinite dates.
///
/// - Accuracy: a `Date` is a `Double`; whole microseconds survive the round trip within 285 years of 2001.
extension Date: PostgresEncodable, PostgresDecodable {
    public static var postgresType: PostgresType { .timestamptz }

    /// Seconds from 2000-01-01, PostgreSQL's epoch, to 2001-01-01, Foundation's: 366 days.
    private static let epochDistance = 31_622_400.0

    public func encode(into bytes: inout [UInt8]) {
        let seconds = timeIntervalSinceReferenceDate + Self.epochDistance
        bytes.append(bigEndian: Self.microseconds(seconds))
    }

    public init(_ cell: borrowing Cell) throws(PostgresError) {
        try cell.require(.timestamptz, for: Self.self)
        switch try cell.integer(Int64.self) {
        case .max: self.init(timeIntervalSinceReferenceDate: .infinity)
        case .min: self.init(timeIntervalSinceReferenceDate: -.infinity)
        case let microseconds:
            self.init(timeIntervalSinceReferenceDate: Double(microseconds) / 1e6 - Self.epochDistance)
        }
    }

    /// Converts to microseconds. A value that is not a number or out of range becomes one that the server
    /// rejects (22008), rather than one it would store.
    private static func microseconds(_ seconds: Double) -> Int64 {
        if seconds == .infinity { return .max }
        if seconds == -.infinity { return .min }
        return Int64(exactly: (seconds * 1e6).rounded()) ?? .max - 1
    }
}

/// `interval`, as a length of time. A day counts as 24 hours; intervals with months have no fixed length and
/// are rejected.
extension Duration: PostgresEncodable, PostgresDecodable {
    public static var postgresType: PostgresType { .interval }

    private static let attosecondsInMicrosecond: Int64 = 1_000_000_000_000
    private static let secondsInDay: Int64 = 86_400

    /// Encodes whole microseconds, truncating the rest.
    public func encode(into bytes: inout [UInt8]) {
        let (seconds, attoseconds) = components
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: Self.secondsInDay)
        // Uses days only where microseconds alone would overflow: adding days to a time depends on the time
        // zone.
        let whole = seconds.multipliedReportingOverflow(by: 1_000_000)
        let fraction = attoseconds / Self.attosecondsInMicrosecond
        bytes.append(bigEndian: whole.overflow ? rest * 1_000_000 + fraction : whole.partialValue + fraction)
        bytes.append(bigEndian: whole.overflow ? Int32(clamping: days) : 0)
        bytes.append(bigEndian: Int32(0))
    }

    public init(_ cell: borrowing Cell) throws(PostgresError) {
        try cell.require(.interval, for: Self.self)
        guard cell.bytes.count == 16 else { throw cell.mismatch(Self.self) }
        let microseconds = Int64(bigEndian: cell.bytes.loadUnaligned(as: Int64.self))
        let days = Int32(bigEndian: cell.bytes.loadUnaligned(fromByteOffset: 8, as: Int32.self))
        let months = Int32(bigEndian: cell.bytes.loadUnaligned(fromByteOffset: 12, as: Int32.self))
        guard months == 0 else { throw .decode("an interval with months has no fixed length") }
        self = .seconds(Int64(days) * Self.secondsInDay) + .microseconds(microseconds)
    }
}
