/// The words of texts, each of which is folded once, for tables that are made of the same texts.
///
/// Folding a text takes some ten times as long as finding it here.
public final class FoldedWords {
    private var known: [String: [String]] = [:]

    public init() {}

    /// Returns ``TextFolding/words(of:)``.
    public func words(of text: String) -> [String] {
        if let words = known[text] { return words }
        let words = TextFolding.words(of: text)
        known[text] = words
        return words
    }
}
