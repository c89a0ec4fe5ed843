/// The limits and defaults of a search.
public enum SearchLimits {
    /// Places to a page unless the query says otherwise: one or two screens of a phone.
    public static let defaultPageSize = 20
    /// The most places to a page; a response with 50 is about 25 kB.
    public static let pageSize = 50
    /// How many places deep paging goes. People do not read further; crawlers should use the export.
    public static let depth = 1_000
    /// The most words of a text that count; the rest is ignored, so that a long text costs no more than a
    /// sentence. Scripts without spaces have a word for each pair of characters: "French food" is ten in
    /// Thai.
    public static let words = 16
    /// The distance from the origin, in **metres**, within which the best tier of a text is determined if the
    /// query has no radius: a namesake on another continent must not hide what is near.
    public static let tierRadius = 50_000.0
    /// The fewest characters of a prefix that matches words of the vocabulary; a shorter one would match half
    /// of them.
    public static let synonymPrefix = 3
    /// The fewest letters of a word that may match with one edit; an edit of a shorter word makes another
    /// word.
    public static let oneEdit = 4
    /// The fewest letters of a word that may match with two edits.
    public static let twoEdits = 8
    /// The most places that ``PlaceFacets`` counts.
    public static let facetDepth = 500
    /// The most origins of a group that count; the rest is ignored. The limit exceeds any one table.
    public static let origins = 50
}
