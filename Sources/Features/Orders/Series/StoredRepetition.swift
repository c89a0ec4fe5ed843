import Access
import JSON
import NIOCore
import NoonishAPI
import Postgres

/// What a standing order did, as a column of type `jsonb`.
struct StoredRepetition: PostgresDecodable {
    let repetition: OrderRepetition

    init(_ cell: borrowing Cell) throws(PostgresError) {
        let document = try JSONB(cell)
        do throws(JSONFault) {
            repetition = try OrderRepetition(parsing: ByteBuffer(string: document.text))
        } catch {
            throw .decode("a repetition cannot be read: \(error)")
        }
    }
}
