import Encoding
public import Foundation
import Geo

/// The position after the last place of a page. The next page has the places after this key in the index as
/// it is by then. A place that does not change in between is neither skipped nor repeated.
public struct PlaceCursor: Hashable, Sendable {
    /// The ``PlaceQuery/fingerprint`` of the query to which the cursor belongs.
    let fingerprint: UInt64
    /// The best tier of the first page, so that later pages keep the same tiers; `nil` if the query has no
    /// text.
    let tier: MatchTier?
    /// The number of places shown so far.
    let shown: Int
    /// The ``OpenStates/instant`` of the first page. Create the ``PlaceQuery/openAt`` of the next page for
    /// this instant.
    public let instant: Date?
    /// The origins of the group on the first page; empty for orders that do not use them.
    let origins: [Coordinate]
    let key: OrderKey
}

extension PlaceCursor: CustomStringConvertible {
    /// The opaque text that clients send back: base64url, RFC 4648, section 5.
    public var description: String {
        var bytes: [UInt8] = []
        append(fingerprint, to: &bytes)
        bytes.append(tier?.rawValue ?? .max)
        append(UInt16(shown), to: &bytes)
        append(instant.map { Int64($0.timeIntervalSince1970) } ?? .min, to: &bytes)
        append(key.primary, to: &bytes)
        append(key.secondary, to: &bytes)
        append(key.identity.high, to: &bytes)
        append(key.identity.low, to: &bytes)
        for origin in origins {
            append(origin.latitude.bitPattern, to: &bytes)
            append(origin.longitude.bitPattern, to: &bytes)
        }
        return Base64URL.encode(bytes)
    }

    /// Decodes what ``description`` encodes. Returns `nil` for any other text.
    public init?(_ text: String) {
        guard text.utf8.count <= 2 * (Self.byteCount + SearchLimits.origins * Self.originBytes) else {
            return nil
        }
        guard let bytes = Base64URL.decode(text), bytes.count >= Self.byteCount,
            (bytes.count - Self.byteCount) % Self.originBytes == 0
        else { return nil }
        var rest = bytes[...]
        fingerprint = Self.take(&rest)
        let code: UInt8 = Self.take(&rest)
        guard code == .max || MatchTier(rawValue: code) != nil else { return nil }
        tier = MatchTier(rawValue: code)
        shown = Int(Self.take(&rest, UInt16.self))
        let seconds: Int64 = Self.take(&rest)
        instant = seconds == .min ? nil : Date(timeIntervalSince1970: Double(seconds))
        key = OrderKey(
            primary: Self.take(&rest), secondary: Self.take(&rest),
            identity: Identity(high: Self.take(&rest), low: Self.take(&rest)))
        var origins: [Coordinate] = []
        while !rest.isEmpty {
            let latitude = Double(bitPattern: Self.take(&rest))
            let longitude = Double(bitPattern: Self.take(&rest))
            guard let origin = try? Coordinate(latitude: latitude, longitude: longitude) else { return nil }
            origins.append(origin)
        }
        self.origins = origins
    }

    /// The encoded size without origins.
    private static let byteCount = 8 + 1 + 2 + 8 + 8 + 8 + 16
    private static let originBytes = 16

    private func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// - Precondition: enough bytes are left.
    private static func take<Number: FixedWidthInteger>(
        _ bytes: inout ArraySlice<UInt8>, _: Number.Type = Number.self
    ) -> Number {
        let width = Number.bitWidth / 8
        defer { bytes = bytes.dropFirst(width) }
        return bytes.prefix(width).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }
}

/// The sort key of a place, compared exactly; smaller keys come first.
struct OrderKey: Hashable, Comparable {
    let primary: UInt64
    let secondary: UInt64
    let identity: Identity

    static func < (left: Self, right: Self) -> Bool {
        if left.primary != right.primary { return left.primary < right.primary }
        if left.secondary != right.secondary { return left.secondary < right.secondary }
        return left.identity < right.identity
    }
}

/// A UUID as two numbers in byte order, which are cheaper to compare.
struct Identity: Hashable, Comparable {
    let high: UInt64
    let low: UInt64

    static func < (left: Self, right: Self) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }

    /// A hash that spreads over all bits and is the same in every process.
    var hash: UInt64 { WordHash.mixed(high ^ WordHash.mixed(low)) }
}

extension Identity {
    init(_ id: UUID) {
        let (high, low) = withUnsafeBytes(of: id.uuid) {
            (
                UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
        self.init(high: high, low: low)
    }

    var id: UUID {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

/// An error in a query.
public enum PlaceQueryFault: Error, Hashable, Sendable {
    /// The cursor belongs to a different query.
    case cursorOfAnotherQuery
}
