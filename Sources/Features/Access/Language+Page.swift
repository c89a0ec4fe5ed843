package import Localization

extension Language {
    /// The values needed by every page that the server renders: language, direction, and the frame's texts.
    package var pageValues: [String: Any] {
        ["lang": tag, "dir": direction, "page": plain(below: "page")]
    }
}
