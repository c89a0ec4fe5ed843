import Access
import Foundation
import HTTPKit
import NoonishAPI

/// A validated request for a page of a circle's visits.
struct CircleHistoryPage: Sendable {
    let limit: Int
    let cursor: Cursor?

    /// The position after a row, newest first.
    struct Cursor: Hashable, Sendable {
        let startsAt: Date
        let outing: OutingID
    }

    init(_ query: QueryReader) throws(Problem) {
        var query = query
        limit = query.limit()
        cursor = query.cursor { Cursor($0) }
        try query.finish()
    }

    /// Returns the page and the cursor of the next one.
    ///
    /// - Parameter visits: The visits, with one more than the page size if there is another page.
    func page(_ visits: [CircleVisit]) -> Page<CircleVisit> {
        let items = Array(visits.prefix(limit))
        let last = visits.count > limit ? items.last : nil
        return Page(
            items: items, next: last.map { Cursor(startsAt: $0.startsAt, outing: $0.outing.id).text })
    }
}

extension CircleHistoryPage.Cursor {
    /// An opaque text for clients: the bits of the start, then the id.
    var text: String { "\(String(startsAt.timeIntervalSince1970.bitPattern, radix: 16)).\(outing)" }

    init?(_ text: String) {
        let parts = text.split(separator: ".")
        guard parts.count == 2, let bits = UInt64(parts[0], radix: 16), let id = OutingID(String(parts[1])),
            Double(bitPattern: bits).magnitude < 1e11
        else { return nil }
        startsAt = Date(timeIntervalSince1970: Double(bitPattern: bits))
        outing = id
    }
}
