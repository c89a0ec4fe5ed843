internal import Access
internal import Foundation
internal import NoonishAPI
internal import Postgres

/// A row of `message` with its author's and the mentioned people's names.
struct MessageRow: PostgresRow {
    let id: OutingMessageID
    /// The outing's revision that the message created. It orders the messages, and read positions refer to
    /// it.
    let rev: Int
    let author: Person
    let text: String?
    let mentions: [Person]
    let at: Date
    let editedAt: Date?
    let deletedAt: Date?
    /// The database's clock when the row was read.
    let now: Date

    init(row: inout RowReader) throws(PostgresError) {
        id = try row.next()
        rev = try row.next()
        author = Person(id: try row.next(), name: try row.next())
        text = try row.next()
        let ids: [UUID] = try row.next()
        let names: [String] = try row.next()
        mentions = zip(ids, names).map { Person(id: PersonID($0), name: $1) }
        at = try row.next()
        editedAt = try row.next()
        deletedAt = try row.next()
        now = try row.next()
    }

    /// The columns that ``init(row:)`` reads, in order; `m` is the message, `p` its author.
    static let columns: SQL = """
        m.id, m.rev, m.author_id, p.name, m.text,
        ARRAY(SELECT a.id FROM person AS a WHERE a.id = ANY (m.mentions) ORDER BY a.id),
        ARRAY(SELECT a.name FROM person AS a WHERE a.id = ANY (m.mentions) ORDER BY a.id),
        m.at, m.edited_at, m.deleted_at, now()
        """

    /// Whether the author may still edit the message.
    var isEditable: Bool { deletedAt == nil && now.timeIntervalSince(at) <= MessageLimits.editable }

    func wire(for reader: PersonID) -> OutingMessage {
        OutingMessage(
            id: id, author: author, text: text, mentions: mentions, at: at, editedAt: editedAt,
            deletedAt: deletedAt, own: author.id == reader, editable: author.id == reader && isEditable)
    }
}
