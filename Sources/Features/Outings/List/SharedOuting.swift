import Foundation
import HTTPKit
import JSON
import NIOCore
import NoonishAPI
import Restaurants

/// The part of an outing's JSON that is the same for all its readers, and what it was made of.
///
/// The values of ``readersMembers`` are missing: they depend on the reader, or on rows that have no part in the version.
final class SharedOuting: Sendable {
    let id: OutingID
    let version: OutingVersion
    /// Identifies ``fragments``, in every process.
    let tag: String
    /// The revision of the time and place, which decides whether an answer was for others.
    let whenWhereRev: Int
    /// The chosen restaurant, unless the outing is cancelled or over.
    let upcomingRestaurant: RestaurantID?
    /// The times at which the outing is at the stage that the JSON names.
    let stagePeriod: Range<Date>
    private let json: [UInt8]
    /// Where the missing values belong in ``json``.
    private let gaps: [Int]

    /// The members whose values are missing, in the order of the JSON.
    private static let readersMembers = ["myAttendance", "dietFit", "origins"]

    init(_ row: OutingRow, _ version: OutingVersion, _ hours: HoursPatterns) {
        id = row.id
        self.version = version
        whenWhereRev = row.whenWhereRev
        upcomingRestaurant = row.upcomingRestaurant
        stagePeriod = row.stagePeriod
        var outing = hours.wireWithoutAggregates(row)
        outing.myAttendance = nil
        var writer = JSONWriter(capacity: 4_096)
        outing.encode(to: &writer)
        let whole = writer.finish()
        tag = EntityTag(.content, representation: whole).hash
        (json, gaps) = Self.removingNulls(from: Array(whole.readableBytesView))
    }

    /// An estimate of the memory in bytes: 512 for this object and its place in a dictionary.
    var size: Int {
        json.count + version.hostName.utf8.count + version.cohosts.reduce(0) { $0 + $1.utf8.count + 48 } + 512
    }

    /// The JSON around the values of `myAttendance`, `dietFit` and `origins`.
    var fragments: (ArraySlice<UInt8>, ArraySlice<UInt8>, ArraySlice<UInt8>, ArraySlice<UInt8>) {
        (json[..<gaps[0]], json[gaps[0]..<gaps[1]], json[gaps[1]..<gaps[2]], json[gaps[2]...])
    }

    /// Removes the null of each of ``readersMembers``. A quote within a text is escaped, so only a member's name matches.
    private static func removingNulls(from json: [UInt8]) -> (json: [UInt8], gaps: [Int]) {
        var shortened: [UInt8] = []
        shortened.reserveCapacity(json.count)
        var gaps: [Int] = []
        var rest = json[...]
        for member in readersMembers {
            let name = ",\"\(member)\":"
            let wanted = Array("\(name)null".utf8)
            // Fifty times as fast as firstRange(of:).
            guard
                let start = rest.indices.first(where: {
                    rest[$0] == wanted[0] && rest[$0...].starts(with: wanted)
                })
            else { preconditionFailure("the JSON of an outing has no \(member)") }
            shortened += rest[..<(start + name.utf8.count)]
            gaps.append(shortened.count)
            rest = rest[(start + wanted.count)...]
        }
        return (shortened + rest, gaps)
    }
}

extension OutingRow {
    /// The times at which the outing is at its present ``stage``.
    fileprivate var stagePeriod: Range<Date> {
        let bounds =
            state.cancellation == nil ? [state.time?.startsAt.instant, endsInstant].compactMap(\.self) : []
        return (bounds.last { $0 <= now } ?? .distantPast)..<(bounds.first { $0 > now } ?? .distantFuture)
    }
}
