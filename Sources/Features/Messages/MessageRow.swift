import Access
import Foundation
import NoonishAPI
import Postgres

/// A row of `message` with its author's and the mentioned people's names. In its columns, `m` is the message, `p` the
/// person who wrote it, `v` the venue that did.
@Row
struct MessageRow: TableRow {
    @Column("m.id") let id: OutingMessageID
    /// The outing's revision that the message created. It orders the messages, and read positions refer to
    /// it.
    @Column("m.rev") let rev: Int
    /// The person, or the venue with its restaurant's ID and name.
    @Column("coalesce(m.author_id, m.venue_id)", "coalesce(p.name, v.name)") let author: Person
    /// The venue whose words they are; `nil` for a person's.
    @Column("m.venue_id") let venue: RestaurantID?
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

    static let tables: SQL = """
        message AS m
          LEFT JOIN person AS p ON p.id = m.author_id
          LEFT JOIN restaurant AS v ON v.id = m.venue_id
        """

    /// Whether the author may still edit the message.
    var isEditable: Bool { deletedAt == nil && now.timeIntervalSince(at) <= MessageLimits.editable }

    /// - Parameter reader: `nil` for a tablet of the venue.
    func wire(for reader: PersonID?) -> OutingMessage {
        OutingMessage(
            id: id, author: author, text: text, mentions: mentions, at: at, editedAt: editedAt,
            deletedAt: deletedAt, own: author.id == reader, editable: author.id == reader && isEditable,
            isFromVenue: venue != nil)
    }
}
