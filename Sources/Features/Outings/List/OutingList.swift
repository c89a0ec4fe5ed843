import Access
import Encoding
import Foundation
import HTTPKit
import NoonishAPI

/// A validated request for a page of a person's outings.
struct OutingList: Sendable {
    let person: PersonID
    /// `nil` for all.
    let roles: [String]?
    let statuses: [String]?
    /// Only past outings, only upcoming ones, or both.
    let over: Bool?
    let limit: Int
    let cursor: Cursor?

    /// The position after a row in the order of the list.
    struct Cursor: Sendable {
        let needsAnswer: Bool
        /// Seconds since 1970, infinity without a time; negated in a list of past outings.
        let starts: Double
        let id: OutingID
    }

    private enum Role: String, CaseIterable, Sendable { case hosting, attending, invited }
    private enum When: String, CaseIterable, Sendable { case upcoming, past, all }

    /// Parses the query. `role=hosting` selects the outings that the caller hosts, `attending` those they
    /// attend, `invited` those they are invited to. `status=` is the caller's own status. `when=` defaults to
    /// `upcoming`.
    init(_ query: QueryReader, person: PersonID) throws(Problem) {
        var query = query
        self.person = person
        let role = query.optional("role", .oneOf(Role.self))
        let status = query.optional("status", .oneOf(AttendanceStatus.self))
        let when = query.optional("when", .oneOf(When.self), default: .upcoming)
        limit = query.limit()
        cursor = query.cursor(Cursor.init)
        try query.finish()
        switch role {
        case .hosting: roles = ["host", "cohost"]
        case .attending, .invited: roles = ["invitee"]
        case nil: roles = nil
        }
        switch (status, role) {
        case (let status?, _): statuses = [status.rawValue]
        case (nil, .attending): statuses = ["attending", "maybe"]
        case (nil, .invited): statuses = ["invited", "waitlisted"]
        case (nil, _): statuses = nil
        }
        switch when {
        case .upcoming: over = false
        case .past: over = true
        case .all: over = nil
        }
    }

    /// Returns the rows of the page and the cursor of the next one.
    ///
    /// - Parameter rows: The rows, with one more than the page size if there is another page.
    func page(_ rows: [ListedOuting]) -> (rows: ArraySlice<ListedOuting>, next: String?) {
        let items = rows.prefix(limit)
        return (items, rows.count > limit ? items.last.map { Cursor(after: $0).text } : nil)
    }
}

extension OutingList.Cursor {
    init(after row: ListedOuting) {
        needsAnswer = row.needsAnswer
        starts = row.starts
        id = row.id
    }

    /// An opaque text for clients: the sort key as exact bits, then the id.
    var text: String {
        Base64URL.encode(Array("\(needsAnswer ? 1 : 0).\(String(starts.bitPattern, radix: 16)).\(id)".utf8))
    }

    init?(_ text: String) {
        guard let bytes = Base64URL.decode(text) else { return nil }
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: ".")
        guard parts.count == 3, let bits = UInt64(parts[1], radix: 16), let id = OutingID(String(parts[2]))
        else {
            return nil
        }
        needsAnswer = parts[0] == "1"
        starts = Double(bitPattern: bits)
        self.id = id
    }
}
