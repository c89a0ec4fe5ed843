/// The area that the browser client searches until a person chooses another.
struct SearchArea: Hashable, Sendable {
    /// `latitude,longitude` in degrees, WGS 84.
    let point: String
    let name: String

    /// Parses, for example, `60.1699,24.9384 Helsinki`.
    init?(_ text: String) {
        guard
            let match = text.wholeMatch(
                of: /(-?[0-9]{1,2}(?:\.[0-9]+)?),(-?[0-9]{1,3}(?:\.[0-9]+)?) +(\S.*)/),
            let latitude = Double(match.1), let longitude = Double(match.2),
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        point = "\(match.1),\(match.2)"
        name = String(match.3)
    }
}

extension SettingKind where Value == SearchArea? {
    static var area: Self {
        SettingKind(
            allowed: "a point and a name, such as 60.1699,24.9384 Helsinki, or empty", placeholder: nil
        ) { text in
            text.isEmpty ? .some(nil) : SearchArea(text).map(Optional.some)
        }
    }
}
