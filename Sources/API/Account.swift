public import Foundation
public import JSON

extension Subjects {
    public enum Export {}
}

public typealias ExportID = ID<Subjects.Export>

/// An archive of all data about its owner.
public struct Export: Hashable, Sendable, JSONCodable {
    public enum State: String, Hashable, Sendable, CaseIterable, JSONCodable {
        case underWay = "under_way"
        case ready
    }

    public var id: ExportID
    public var state: State
    public var requestedAt: Date
    public var readyAt: Date?
    /// When the archive is deleted.
    public var expiresAt: Date?
    /// The path of the archive once it is ready.
    public var archive: String?

    public init(
        id: ExportID, state: State, requestedAt: Date, readyAt: Date?, expiresAt: Date?, archive: String?
    ) {
        self.id = id
        self.state = state
        self.requestedAt = requestedAt
        self.readyAt = readyAt
        self.expiresAt = expiresAt
        self.archive = archive
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("state", state)
            $0.field("requestedAt", requestedAt)
            $0.field("readyAt", readyAt)
            $0.field("expiresAt", expiresAt)
            $0.field("archive", archive)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            id: read("id"), state: read("state"), requestedAt: read("requestedAt"),
            readyAt: read.optional("readyAt"), expiresAt: read.optional("expiresAt"),
            archive: read.optional("archive"))
    }
}

/// The scheduled erasure of the caller's account; without dates if none is requested.
public struct Erasure: Hashable, Sendable, JSONCodable {
    public var requestedAt: Date?
    public var dueAt: Date?

    public init(requestedAt: Date?, dueAt: Date?) {
        self.requestedAt = requestedAt
        self.dueAt = dueAt
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("requestedAt", requestedAt)
            $0.field("dueAt", dueAt)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(requestedAt: read.optional("requestedAt"), dueAt: read.optional("dueAt"))
    }
}

/// The settings for finding the caller.
public struct FriendSettings: Hashable, Sendable, JSONCodable {
    /// Whether people who know the caller's mail address can use it to find them.
    public var foundByAddress: Bool

    public init(foundByAddress: Bool) { self.foundByAddress = foundByAddress }

    public func encode(to writer: inout JSONWriter) {
        writer.object { $0.field("foundByAddress", foundByAddress) }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(foundByAddress: read("foundByAddress"))
    }
}
