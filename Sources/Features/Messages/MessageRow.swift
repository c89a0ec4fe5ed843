import Access
import Foundation
import NoonishAPI
import Postgres

/// A row of `message` with its author's and the mentioned people's names. In its columns, `m` is the message, `p` its
/// author.
@Row
struct MessageRow: TableRow {
    @Column("m.id") let id: OutingMessageID
    /// The outing's revision that the message created. It orders the messages, and read positions refer to
    /// it.
    @Column("m.rev") let rev: Int
    @Column("m.author_id", "p.name") let author: Person
    @Column("m.text") let text: String?
    @Column(
        "ARRAY(SELECT a.id FROM person AS a WHERE a.id = ANY (m.mentions) ORDER BY a.id)",
        "ARRAY(SELECT a.name FROM person AS a WHERE a.id = ANY (m.mentions) ORDER BY a.id)")
    let mentions: [Person]
    @Column("m.at") let at: Date
    @Column("m.edited_at") let editedAt: Date?
    @Column("m.deleted_at") let deletedAt: Date?
    /// The database's clock when the row was read.
    @Column("now()") let now: Date

    static let tables: SQL = "message AS m JOIN person AS p ON p.id = m.author_id"

    /// Whether the author may still edit the message.
    var isEditable: Bool { deletedAt == nil && now.timeIntervalSince(at) <= MessageLimits.editable }

    func wire(for reader: PersonID) -> OutingMessage {
        OutingMessage(
            id: id, author: author, text: text, mentions: mentions, at: at, editedAt: editedAt,
            deletedAt: deletedAt, own: author.id == reader, editable: author.id == reader && isEditable)
    }
}
