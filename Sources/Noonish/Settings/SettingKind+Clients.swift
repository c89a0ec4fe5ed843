import Access

extension SettingKind where Value == [ClientVersion] {
    /// Versions separated by spaces, or empty.
    static var clientVersions: Self {
        SettingKind(
            allowed: "names and versions such as noonish-ios/1.2, with spaces between, or empty",
            placeholder: []
        ) {
            text in
            let parts = text.split(separator: " ")
            let versions = parts.compactMap { ClientVersion(String($0)) }
            return versions.count == parts.count ? versions : nil
        }
    }
}
