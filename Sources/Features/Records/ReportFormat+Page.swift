import Encoding
import JSON
import NIOCore

extension ReportFormat {
    /// Returns rows of a report that is written page by page: as lines of CSV, or as elements of a JSON array.
    func page<Row, Value: JSONEncodable>(
        _ rows: [Row], isFirst: Bool, cells: (Row) -> [String], value: (Row) -> Value
    ) -> ByteBuffer {
        var page = ByteBuffer()
        var writer = JSONWriter(capacity: 512)
        for (index, row) in rows.enumerated() {
            switch self {
            case .csv: page.writeString(CSVText.row(cells(row)))
            case .json:
                writer.reset()
                value(row).encode(to: &writer)
                page.writeString(isFirst && index == 0 ? "\n" : ",\n")
                page.writeImmutableBuffer(writer.finish())
            }
        }
        return page
    }
}
