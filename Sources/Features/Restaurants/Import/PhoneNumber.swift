/// Normalises telephone numbers.
enum PhoneNumber {
    /// Returns the first number of `text` in E.164, such as `+358912345`; `nil` if it is ambiguous.
    ///
    /// - Parameter country: ISO 3166-1 alpha-2; needed for numbers that do not begin with `+` or `00`.
    /// - Source: ITU-T E.164, sections 6 and 7: at most 15 digits; country codes from ITU-T E.164.D.
    static func e164(_ text: String, country: String?) -> String? {
        // "+44 (0)20 …" has the trunk prefix beside the country code.
        let written = first(of: text).replacing("(0)", with: "").filter { !$0.isWhitespace }
        var digits = written.filter(\.isWholeNumberOfASCII)
        guard written.allSatisfy({ $0.isWholeNumberOfASCII || "+-.()–‐/".contains($0) }) else { return nil }
        if written.hasPrefix("+") || written.hasPrefix("(+") {
            return checked(digits)
        }
        if digits.hasPrefix("00") { return checked(String(digits.dropFirst(2))) }
        // A local number, without its trunk prefix or with too few digits, cannot be expressed in E.164.
        if let plan = country.flatMap({ trunkPlans[$0] }) {
            guard digits.hasPrefix(plan.trunk) else { return nil }
            digits.removeFirst(plan.trunk.count)
            return checked(plan.code + digits)
        }
        guard let plan = country.flatMap({ wholePlans[$0] }), plan.digits.contains(digits.count) else {
            return nil
        }
        return checked(plan.code + digits)
    }

    /// Returns the first of several numbers. A slash separates numbers, or in some countries the area code
    /// from the rest.
    private static func first(of text: String) -> String {
        let first = String(text.split(whereSeparator: { ";,|".contains($0) }).first ?? "")
        let beforeSlash = first.prefix { $0 != "/" }
        return beforeSlash.count(where: \.isWholeNumberOfASCII) >= 9 ? String(beforeSlash) : first
    }

    private static func checked(_ digits: String) -> String? {
        (7...15).contains(digits.count) && digits.first != "0" ? "+\(digits)" : nil
    }

    /// Country codes, with the trunk prefix of national numbers.
    private static let trunkPlans: [String: (code: String, trunk: String)] = [
        "AR": ("54", "0"), "AT": ("43", "0"), "AU": ("61", "0"), "BE": ("32", "0"), "BG": ("359", "0"),
        "BR": ("55", "0"), "CH": ("41", "0"), "CN": ("86", "0"), "DE": ("49", "0"), "FI": ("358", "0"),
        "FR": ("33", "0"), "GB": ("44", "0"), "HR": ("385", "0"), "HU": ("36", "06"), "ID": ("62", "0"),
        "IE": ("353", "0"), "IL": ("972", "0"), "IN": ("91", "0"), "JP": ("81", "0"), "KR": ("82", "0"),
        "MY": ("60", "0"), "NL": ("31", "0"), "NZ": ("64", "0"), "PH": ("63", "0"), "RO": ("40", "0"),
        "RS": ("381", "0"), "SE": ("46", "0"), "SI": ("386", "0"), "SK": ("421", "0"), "TH": ("66", "0"),
        "TR": ("90", "0"), "TW": ("886", "0"), "UA": ("380", "0"), "VN": ("84", "0"), "ZA": ("27", "0"),
    ]

    /// Country codes of countries without a trunk prefix, with the number of digits.
    private static let wholePlans: [String: (code: String, digits: ClosedRange<Int>)] = [
        "CA": ("1", 10...10), "CZ": ("420", 9...9), "DK": ("45", 8...8), "EE": ("372", 7...8),
        "ES": ("34", 9...9),
        "GR": ("30", 10...10), "IS": ("354", 7...7), "IT": ("39", 8...11), "LV": ("371", 8...8),
        "MX": ("52", 10...10), "NO": ("47", 8...8), "PL": ("48", 9...9), "PT": ("351", 9...9),
        "SG": ("65", 8...8),
        "US": ("1", 10...10),
    ]
}

extension Character {
    fileprivate var isWholeNumberOfASCII: Bool { isASCII && isWholeNumber }
}
