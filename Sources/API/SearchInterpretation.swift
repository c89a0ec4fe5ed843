public import JSON

/// How a search text was understood, if not as words that must all match.
@JSONObject
public struct SearchInterpretation: WireValue {
    /// Words of the text that were taken as a filter.
    @JSONObject
    public struct Filter: WireValue {
        /// The entry of the vocabulary: open, cheap, expensive, breakfast, lunch, dinner.
        public var id: String
        /// The words as the caller wrote them.
        public var text: String
    }

    /// The words that were searched for; empty if filters were all.
    public var text: String
    public var filters: [Filter]
    /// Words that were left out because nothing nearby matches with them.
    public var ignored: [String]
}
