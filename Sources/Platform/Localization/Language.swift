package import Foundation

/// One language of a catalogue with a reader's locale; formats messages.
package struct Language: Sendable {
    /// The BCP 47 tag, which is also the name of the language's file: `fi`.
    package let tag: String
    /// The locale for numbers and times: with the reader's own region if they named one.
    package let locale: Locale
    let messages: [String: Message]

    /// Whether the language is written from right to left.
    package var isRightToLeft: Bool { locale.language.characterDirection == .rightToLeft }

    /// ``isRightToLeft`` as the value of HTML's `dir` attribute.
    package var direction: String { isRightToLeft ? "rtl" : "ltr" }

    /// Returns the message for `key` with its arguments filled in. A missing key is a programming error,
    /// which tests catch; in production the reader sees the key.
    package func say(_ key: String, _ values: [String: MessageValue] = [:]) -> String {
        guard let message = messages[key] else {
            assertionFailure("the catalogue has no message \(key)")
            return key
        }
        return MessageWriter(language: self, values: values).text(message.parts, count: nil)
    }

    /// Returns whether a message exists, for keys derived from codes that a later version may add.
    package func knows(_ key: String) -> Bool { messages[key] != nil }

    /// Returns the messages directly below `section` that take no arguments, by the last part of their keys.
    package func plain(below section: String) -> [String: String] {
        let prefix = section + "."
        let plain = messages.filter { key, message in
            key.hasPrefix(prefix) && !key.dropFirst(prefix.count).contains(".") && message.arguments.isEmpty
        }
        return Dictionary(
            uniqueKeysWithValues: plain.keys.map { (String($0.dropFirst(prefix.count)), say($0)) })
    }

    /// Joins names to a list: "Anna, Ben and Carl". The list patterns of right-to-left languages already
    /// isolate each name.
    package func list(_ names: [String]) -> String {
        (isRightToLeft ? names : names.map(isolated)).formatted(.list(type: .and).locale(locale))
    }

    /// Isolates user input so that its direction does not affect the surrounding text of this language.
    package func isolated(_ text: String) -> String {
        BidirectionalIsolate.isolated(text, inRightToLeft: isRightToLeft)
    }

    package func number(_ number: Decimal) -> String { number.formatted(.number.locale(locale)) }

    package func number(_ number: Int) -> String { number.formatted(.number.locale(locale)) }

    /// Returns the display name of a time zone: its city.
    package func city(of zone: TimeZone) -> String {
        guard zone.identifier.contains("/") else { return zone.identifier }
        let format = DateFormatter()
        format.locale = locale
        format.timeZone = zone
        format.dateFormat = "VVV"
        return format.string(from: Date(timeIntervalSince1970: 0))
    }
}

/// Formats one message.
private struct MessageWriter {
    let language: Language
    let values: [String: MessageValue]

    func text(_ parts: [Message.Part], count: Int?) -> String {
        parts.map { text($0, count: count) }.joined()
    }

    private func text(_ part: Message.Part, count: Int?) -> String {
        switch part {
        case .text(let text): return text
        case .count: return language.number(count ?? 0)
        case .value(let name), .number(let name):
            switch value(name) {
            case .text(let text): return language.isolated(text)
            case .words(let text): return text
            case .number(let number): return language.number(number)
            case .moment: return reportWrongType(name, "a text or a number")
            }
        case .moment(let name, let style):
            guard case .moment(let moment, let zone) = value(name) else {
                return reportWrongType(name, "a moment")
            }
            return style.text(moment, in: zone, locale: language.locale)
        case .plural(let name, let plural):
            guard case .number(let number) = value(name) else { return reportWrongType(name, "a number") }
            let category = PluralRules.category(of: number, plural.kind, in: language.tag)
            let branch = plural.exact[number] ?? plural.categories[category] ?? plural.categories[.other]
            return text(branch ?? [], count: number)
        case .select(let name, let branches):
            // A value that was not given selects `other`, as in ICU.
            let branch = values[name].flatMap { branches[$0.description] }
            return text(branch ?? branches["other"] ?? [], count: count)
        }
    }

    private func value(_ name: String) -> MessageValue {
        guard let value = values[name] else {
            assertionFailure("the message needs {\(name)}")
            return .words("")
        }
        return value
    }

    private func reportWrongType(_ name: String, _ wanted: String) -> String {
        assertionFailure("{\(name)} must be \(wanted)")
        return value(name).description
    }
}
