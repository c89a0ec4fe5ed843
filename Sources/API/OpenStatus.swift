public import Foundation
public import JSON

/// Whether a restaurant is open at a given time.
@JSONObject
public struct OpenStatus: WireValue {
    public enum State: String, CaseIterable, WireValue {
        case open, closed
        /// The hours are not known, cannot be parsed, or are stated to be unknown.
        case unknown
    }

    public var state: State
    /// When the state changes; `nil` if that is not known.
    public var until: Date?
    /// A comment in the opening hours, such as "by appointment".
    @JSONMember(omitIfNil: true) public var comment: String? = nil
    /// The hours that the state is derived from; only for an outing's chosen restaurant.
    @JSONMember(omitIfNil: true) public var evidence: Evidence? = nil

    /// The state of a restaurant whose hours are not known.
    public static let unknown = OpenStatus(state: .unknown, until: nil)

    /// The opening hours as the source has them, and their meaning for the day.
    @JSONObject
    public struct Evidence: WireValue {
        /// In OpenStreetMap's `opening_hours` syntax; `nil` if none are known.
        public var hours: String?
        /// The day of the given time; `nil` if the hours cannot be parsed.
        public var day: HoursDay?
    }
}
