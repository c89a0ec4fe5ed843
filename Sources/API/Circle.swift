public import Foundation
public import JSON

extension Subjects {
    public enum Circle {}
}

public typealias CircleID = ID<Subjects.Circle>

/// A group of friends who often eat together. Only its owner sees its name.
@JSONObject
public struct Circle: WireValue {
    public var id: CircleID
    public var name: String
    /// Sorted by name.
    public var members: [Person]
    public var createdAt: Date
}
