public import Foundation
public import JSON

/// One revision of an outing, limited to what the caller may see.
@JSONObject
public struct HistoryItem: WireValue {
    public var revision: Int
    public var at: Date
    /// The person who made the changes; `nil` for the service.
    public var actor: Person?
    public var changes: [UpdateChange]
    /// A description of the changes for people.
    public var text: String
    /// Whether the caller may undo it, to the extent that it has not been changed again since.
    public var undoable: Bool
}
