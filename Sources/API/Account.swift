public import Foundation
public import JSON

extension Subjects {
    public enum Export {}
}

public typealias ExportID = ID<Subjects.Export>

/// An archive of all data about its owner.
@JSONObject
public struct Export: WireValue {
    public enum State: String, CaseIterable, WireValue {
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
}

/// The scheduled erasure of the caller's account; without dates if none is requested.
@JSONObject
public struct Erasure: WireValue {
    public var requestedAt: Date?
    public var dueAt: Date?
    /// What the law requires to be kept: invoices of venues to the caller, which the erasure leaves.
    public var invoices: [InvoiceReference]
}

/// The settings for finding the caller.
@JSONObject
public struct FriendSettings: WireValue {
    /// Whether people who know the caller's mail address can use it to find them.
    public var foundByAddress: Bool
}
