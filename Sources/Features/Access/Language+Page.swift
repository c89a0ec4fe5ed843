package import Localization

extension Language {
    /// What every page that the server renders needs: its language, its direction, the words of its frame.
    package var pageValues: [String: Any] {
        ["lang": tag, "dir": direction, "page": plain(below: "page")]
    }
}
