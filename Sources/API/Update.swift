public import Foundation
public import JSON

/// A person's update about one outing: what changed between the state they last knew and the state when they
/// were notified.
@JSONObject
public struct Update: WireValue {
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
}

/// An outing's id and title.
@JSONObject
public struct OutingReference: WireValue {
    public var id: OutingID
    public var title: String
}
