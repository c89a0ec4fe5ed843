import Access
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import NoonishAPI

/// A validated request for a live stream.
struct StreamRequest: Sendable {
    /// The outings to follow; `nil` for all that are not over.
    let outings: [OutingID]?
    /// An outing to follow besides these, such as one that is over and open on the screen.
    let also: OutingID?
    /// The venues whose boards to follow.
    let boards: [RestaurantID]
    /// For a guest, the only outing that they may see.
    let guestOf: OutingID?
    let cursor: Cursor

    enum Cursor: Hashable, Sendable {
        /// Only events after the request.
        case now
        case after(Int)
        /// A value that no stream of this service has sent.
        case invalid
    }

}

extension StreamRequest {
    /// Parses the request.
    ///
    /// - Throws: A problem that names every invalid parameter; 404 if a guest requests an outing other than
    ///   theirs, or a device any.
    init(_ call: Call) throws {
        var query = call.query
        let after = query.optional("after", .integer(0...Int.max))
        let asked = query.list(
            "outings", .parsed("ids of outings") { OutingID($0) }, max: LiveLimits.outingsPerStream)
        let isAsked = query.has("outings")
        let also = query.optional("also", .parsed("an id of an outing") { OutingID($0) })
        let boards = query.list(
            "boards", .parsed("ids of venues") { RestaurantID($0) }, max: LiveLimits.boardsPerStream)
        try query.finish()
        switch call.actor {
        case .guest(_, let outing):
            guard !isAsked || asked == [outing], also.map({ $0 == outing }) ?? true
            else { throw Problem.notFound }
            outings = [outing]
            self.also = nil
            guestOf = outing
            self.boards = boards
        case .device(_, let venue):
            guard !isAsked, also == nil else { throw Problem.notFound }
            outings = []
            self.also = nil
            guestOf = nil
            self.boards = boards.isEmpty ? [venue] : boards
        default:
            outings = isAsked ? asked : nil
            self.also = also
            guestOf = nil
            self.boards = boards
        }
        cursor =
            if let header = call.request.headers[.lastEventID], !header.isEmpty {
                Int(header).map { $0 < 0 ? .invalid : .after($0) } ?? .invalid
            } else {
                after.map { .after($0) } ?? .now
            }
    }
}

extension HTTPField.Name {
    /// The header with which a client reports the id of the last event that it received.
    ///
    /// - Source: WHATWG HTML, 9.2.4 "Last-Event-ID".
    static let lastEventID = constant("Last-Event-ID")
}
