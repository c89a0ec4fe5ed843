import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import NoonishAPI

/// An item of a list of outings: the part that all readers share, and the reader's own.
struct OutingListItem {
    let shared: SharedOuting
    let mine: AttendanceRow
    let hasAggregates: Bool
    var aggregates: OutingAggregates?

    /// Writes an ``Outing``.
    ///
    /// - Parameter ownRanges: Gets where the reader's own values are in the text.
    func write(to writer: inout JSONWriter, ownRanges: inout [Range<Int>]) {
        let fragments = shared.fragments
        writer.fragment(json: fragments.0)
        Self.write(mine.wire(for: mine.person, whenWhereRev: shared.whenWhereRev), to: &writer, &ownRanges)
        writer.fragment(json: fragments.1)
        Self.write(aggregates?.fit, to: &writer, &ownRanges)
        writer.fragment(json: fragments.2)
        Self.write(aggregates?.origins, to: &writer, &ownRanges)
        writer.fragment(json: fragments.3)
    }

    private static func write(
        _ value: some JSONEncodable, to writer: inout JSONWriter, _ ranges: inout [Range<Int>]
    ) {
        let start = writer.byteCount
        value.encode(to: &writer)
        ranges.append(start..<writer.byteCount)
    }
}

extension Response {
    /// Returns a `Page` of outings. Its tag is a hash over the tags of the shared parts, the reader's own values and `next`,
    /// which determine the page.
    static func outings(_ items: [OutingListItem], next: String?, headers: HTTPFields) -> Response {
        var ownRanges: [Range<Int>] = []
        var writer = JSONWriter()
        writer.object {
            $0.array("items", items) { $1.write(to: &$0, ownRanges: &ownRanges) }
            $0.field("next", next)
        }
        let body = writer.finish()
        var determining = ByteBuffer()
        for item in items { determining.writeString(item.shared.tag) }
        for range in ownRanges { determining.writeBytes(body.readableBytesView[range]) }
        determining.writeString(next ?? "")
        return .json(.ok, body, tag: EntityTag(.content, representation: determining), headers: headers)
    }
}
