/// Every number of the search.
public enum SearchLimits {
    /// Places to a page unless the query says otherwise: a phone's screen or two.
    public static let defaultPageSize = 20
    /// Most places to a page; an answer of 50 is about 25 kB.
    public static let pageSize = 50
    /// How many places deep one can page. Nobody reads on; a crawler should take the export.
    public static let depth = 1_000
    /// Words of a text that count; the rest is ignored, so that a long text costs no more than a sentence. Scripts without
    /// spaces have a word for each pair of characters: "French food" is ten in Thai.
    public static let words = 16
    /// **Metres** around the origin in which the best tier of a text is looked for when there is no radius: a namesake
    /// on another continent must not hide what is near.
    public static let tierRadius = 50_000.0
    /// Characters from which on a beginning of a vocabulary word is understood; with fewer, half the vocabulary is
    /// meant.
    public static let synonymPrefix = 3
    /// Letters from which on a word may be met with one edit: in shorter ones it makes another word.
    public static let oneEdit = 4
    /// Letters from which on a word may be met with two edits.
    public static let twoEdits = 8
    /// Places that ``PlaceFacets`` counts.
    public static let facetDepth = 500
    /// Origins of a group that count; the rest is ignored. More than sit at any one table.
    public static let origins = 50
}
