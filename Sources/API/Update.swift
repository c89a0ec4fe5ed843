public import Foundation
public import JSON

/// A person's update about one outing: what changed between the state they last knew and the state when they
/// were notified.
public struct Update: Hashable, Sendable {
    /// A number for each person, consecutive from 1.
    public var seq: Int
    public var at: Date
    public var outing: OutingReference
    /// The revision that the person was last notified of.
    public var fromRevision: Int
    public var toRevision: Int
    public var changes: [UpdateChange]
    /// A description of the changes for people.
    public var text: String
    public var read: Bool

    public init(
        seq: Int, at: Date, outing: OutingReference, fromRevision: Int, toRevision: Int,
        changes: [UpdateChange],
        text: String, read: Bool
    ) {
        self.seq = seq
        self.at = at
        self.outing = outing
        self.fromRevision = fromRevision
        self.toRevision = toRevision
        self.changes = changes
        self.text = text
        self.read = read
    }
}

extension Update: JSONCodable {
    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("seq", seq)
            $0.field("at", at)
            $0.field("outing", outing)
            $0.field("fromRevision", fromRevision)
            $0.field("toRevision", toRevision)
            $0.field("changes", changes)
            $0.field("text", text)
            $0.field("read", read)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            seq: read("seq"), at: read("at"), outing: read("outing"), fromRevision: read("fromRevision"),
            toRevision: read("toRevision"), changes: read("changes"), text: read("text"), read: read("read"))
    }
}

/// An outing's id and title.
public struct OutingReference: Hashable, Sendable, JSONCodable {
    public var id: OutingID
    public var title: String

    public init(id: OutingID, title: String) {
        self.id = id
        self.title = title
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("title", title)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(id: read("id"), title: read("title"))
    }
}
