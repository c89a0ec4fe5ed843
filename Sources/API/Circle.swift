public import Foundation
public import JSON

extension Subjects {
    public enum Circle {}
}

public typealias CircleID = ID<Subjects.Circle>

/// A group of friends who often eat together. Only its owner sees its name.
public struct Circle: Hashable, Sendable, JSONCodable {
    public var id: CircleID
    public var name: String
    /// Sorted by name.
    public var members: [Person]
    public var createdAt: Date

    public init(id: CircleID, name: String, members: [Person], createdAt: Date) {
        self.id = id
        self.name = name
        self.members = members
        self.createdAt = createdAt
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("name", name)
            $0.field("members", members)
            $0.field("createdAt", createdAt)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            id: read("id"), name: read("name"), members: read("members"), createdAt: read("createdAt"))
    }
}
