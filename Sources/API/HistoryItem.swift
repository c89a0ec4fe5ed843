public import Foundation
public import JSON

/// One revision of an outing, limited to what the caller may see.
public struct HistoryItem: Hashable, Sendable {
    public var revision: Int
    public var at: Date
    /// The person who made the changes; `nil` for the service.
    public var actor: Person?
    public var changes: [UpdateChange]
    /// A description of the changes for people.
    public var text: String
    /// Whether the caller may undo it, to the extent that it has not been changed again since.
    public var undoable: Bool

    public init(
        revision: Int, at: Date, actor: Person?, changes: [UpdateChange], text: String, undoable: Bool
    ) {
        self.revision = revision
        self.at = at
        self.actor = actor
        self.changes = changes
        self.text = text
        self.undoable = undoable
    }
}

extension HistoryItem: JSONCodable {
    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("revision", revision)
            $0.field("at", at)
            $0.field("actor", actor)
            $0.field("changes", changes)
            $0.field("text", text)
            $0.field("undoable", undoable)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            revision: read("revision"), at: read("at"), actor: read.optional("actor"),
            changes: read("changes"), text: read("text"), undoable: read("undoable"))
    }
}
