import CLibPQ
import Foundation
import Journal
import NoonishAPI
import Outings
import Postgres

extension CountedPath {
    /// The updates of a person who missed twenty edits, some of them their own.
    static let news = CountedPath("news, of twenty edits") {
        let reader = PersonID(identity(1))
        let host = PersonID(identity(2))
        let at = Date(timeIntervalSince1970: 1_804_761_000)
        let changes = (0..<20).map { number in
            let guest = PersonID(identity(10 + number))
            return RecordedChange(
                rev: 2 + number, actor: number == 7 ? reader : host, at: at + Double(number) * 60,
                changes: [
                    .title(from: "Lunch \(number)", to: "Lunch \(number + 1)"),
                    .note(from: number == 0 ? nil : "Note \(number)", to: "Note \(number + 1)"),
                    .attendee(guest, from: nil, to: Answer()),
                ])
        }
        return { _ in
            let news = changes.news(for: NewsReader(reader, Answer().standing))
            try expect(!news.isEmpty)
        }
    }

    /// A row of the kinds of columns that outings have, without a server: libpq makes results of its own.
    static let row = CountedPath("a row of twelve columns") {
        let result = try MadeResult()
        return { _ in
            var reader = RowReader(result: result.pointer, row: 0, columnCount: 12)
            let id: UUID = try reader.next()
            let host: UUID = try reader.next()
            let title: String = try reader.next()
            let note: String? = try reader.next()
            let startsAt: Date = try reader.next()
            let endsAt: Date? = try reader.next()
            let counts: (Int, Int, Int) = (try reader.next(), try reader.next(), try reader.next())
            let isMine: Bool = try reader.next()
            let latitude: Double = try reader.next()
            let longitude: Double? = try reader.next()
            try expect(
                id != host && title == "Thursday lunch" && note == nil && endsAt == nil && isMine
                    && latitude == 60.5
                    && longitude == nil && counts == (1, 2, 3)
                    && startsAt.timeIntervalSince1970 == 946_684_801)
        }
    }

    /// One row in binary format, as a server would send it.
    private final class MadeResult {
        let pointer: OpaquePointer

        /// Types by their OIDs in `pg_type`: uuid, text, timestamptz, int8, bool, float8.
        private static let columns: [(type: Oid, bytes: [UInt8]?)] = [
            (2_950, Array(repeating: 1, count: 16)), (2_950, Array(repeating: 2, count: 16)),
            (25, Array("Thursday lunch".utf8)), (25, nil), (1_184, big(1_000_000)), (1_184, nil),
            (20, big(1)), (20, big(2)),
            (20, big(3)), (16, [1]), (701, big(60.5.bitPattern)), (701, nil),
        ]

        init() throws {
            guard let result = PQmakeEmptyPGresult(nil, PGRES_TUPLES_OK) else { throw WrongAnswer() }
            pointer = result
            let name = strdup("column")
            defer { free(name) }
            var attributes = Self.columns.map { column in
                PGresAttDesc(
                    name: name, tableid: 0, columnid: 0, format: 1, typid: column.type, typlen: -1,
                    atttypmod: -1)
            }
            guard PQsetResultAttrs(result, Int32(attributes.count), &attributes) != 0 else {
                throw WrongAnswer()
            }
            for (index, column) in Self.columns.enumerated() {
                var bytes = (column.bytes ?? []).map { CChar(bitPattern: $0) }
                let isSet =
                    column.bytes == nil
                    ? PQsetvalue(result, 0, Int32(index), nil, -1)
                    : PQsetvalue(result, 0, Int32(index), &bytes, Int32(bytes.count))
                guard isSet != 0 else { throw WrongAnswer() }
            }
        }

        deinit { PQclear(pointer) }

        private static func big(_ number: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: number.bigEndian) { Array($0) }
        }
    }
}
