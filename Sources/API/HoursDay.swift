public import JSON

/// A restaurant's opening hours on one date, as they would be printed on a sign.
///
/// Every restaurant contains seven of these, so they and their spans are decoded in one pass.
@JSONObject(onePass: true)
public struct HoursDay: WireValue {
    /// A date such as `2027-03-11`.
    public var date: String
    /// In chronological order; empty if closed all day.
    public var spans: [Span]

    /// A part of the day in the restaurant's local time.
    @JSONObject(onePass: true)
    public struct Span: WireValue {
        /// A local time such as `18:00`.
        public var from: String
        /// A local time such as `24:00`. If it is not later than `from`, it is on the next day.
        public var to: String
        /// `open` or `unknown`.
        public var state: OpenStatus.State
        @JSONMember(omitIfNil: true) public var comment: String?
    }
}
