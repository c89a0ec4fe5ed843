/// A syntax error in a message, described for its author.
struct MessageFault: Error, Hashable {
    let sentence: String

    init(_ sentence: String) { self.sentence = sentence }
}

/// Parses the text of one ``Message``.
struct MessageParser {
    private let characters: [Character]
    private var at = 0

    /// Parses a message.
    ///
    /// - Throws: ``MessageFault``.
    static func read(_ text: String) throws(MessageFault) -> Message {
        // Most messages have nothing to parse.
        guard text.utf8.contains(where: isSyntax) else {
            return Message(parts: text.isEmpty ? [] : [.text(text)])
        }
        var reader = MessageParser(text)
        let parts = try reader.parts(inPlural: false)
        guard reader.at == reader.characters.count else { throw MessageFault("unmatched }") }
        return Message(parts: parts)
    }

    private static func isSyntax(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "'"): true
        default: false
        }
    }

    private init(_ text: String) { characters = Array(text) }

    /// Parses parts up to the end of the text or to a `}` that closes an enclosing argument.
    private mutating func parts(inPlural: Bool) throws(MessageFault) -> [Message.Part] {
        var parts: [Message.Part] = []
        var text = ""
        func flushed() -> [Message.Part] { text.isEmpty ? [] : [.text(text)] }
        while let character = peek, character != "}" {
            at += 1
            switch character {
            case "{":
                parts += flushed()
                text = ""
                parts.append(try argument(inPlural: inPlural))
            case "#" where inPlural:
                parts += flushed()
                text = ""
                parts.append(.count)
            case "'": text += quoted(inPlural: inPlural)
            default: text.append(character)
            }
        }
        return parts + flushed()
    }

    /// Returns the text that an apostrophe stands for. The apostrophe itself has been consumed.
    private mutating func quoted(inPlural: Bool) -> String {
        guard let next = peek else { return "'" }
        if next == "'" {
            at += 1
            return "'"
        }
        guard next == "{" || next == "}" || (next == "#" && inPlural) else { return "'" }
        var text = ""
        while let character = peek {
            at += 1
            guard character == "'" else {
                text.append(character)
                continue
            }
            guard peek == "'" else { return text }
            at += 1
            text.append("'")
        }
        return text
    }

    /// Parses the rest of `{name…}`; the opening brace has been consumed.
    private mutating func argument(inPlural: Bool) throws(MessageFault) -> Message.Part {
        let name = try word("the name of an argument")
        if try next(oneOf: ",}") == "}" { return .value(name) }
        let kind = try word("plural, selectordinal, select, number, date or time")
        switch kind {
        case "number":
            try close(name)
            return .number(name)
        case "date", "time":
            _ = try next(oneOf: ",")
            return .moment(name, try style())
        case "plural", "selectordinal":
            _ = try next(oneOf: ",")
            return .plural(name, try plural(kind == "plural" ? .cardinal : .ordinal, of: name))
        case "select":
            _ = try next(oneOf: ",")
            let branches = try branches(inPlural: inPlural)
            guard branches["other"] != nil else {
                throw MessageFault("the choice by {\(name)} has no branch other")
            }
            return .select(name, branches)
        default:
            throw MessageFault("{\(name), \(kind)} has an unknown argument type")
        }
    }

    /// Parses `::EEEEdMMMM}`.
    private mutating func style() throws(MessageFault) -> DateTimeStyle {
        skipSpace()
        guard let end = characters[at...].firstIndex(of: "}") else { throw MessageFault("a { is not closed") }
        let text = String(characters[at..<end]).trimmingSpace
        at = end + 1
        guard text.hasPrefix("::"), let style = DateTimeStyle(skeleton: text.dropFirst(2)) else {
            throw MessageFault("\(text) is not a date or time skeleton such as ::EEEEdMMMM or ::jm")
        }
        return style
    }

    private mutating func plural(
        _ kind: PluralRules.Kind, of name: String
    ) throws(MessageFault) -> Message.Plural {
        var exact: [Int: [Message.Part]] = [:]
        var categories: [PluralRules.Category: [Message.Part]] = [:]
        for (key, parts) in try branches(inPlural: true) {
            if key.hasPrefix("="), let number = Int(key.dropFirst()) {
                exact[number] = parts
            } else if let category = PluralRules.Category(rawValue: key) {
                categories[category] = parts
            } else {
                throw MessageFault("\(key) is not a plural category")
            }
        }
        guard categories[.other] != nil else {
            throw MessageFault("the plural of {\(name)} has no form other")
        }
        return Message.Plural(kind: kind, exact: exact, categories: categories)
    }

    /// Parses `one {…} other {…}}`.
    private mutating func branches(inPlural: Bool) throws(MessageFault) -> [String: [Message.Part]] {
        var branches: [String: [Message.Part]] = [:]
        while true {
            skipSpace()
            guard let character = peek else { throw MessageFault("a { is not closed") }
            if character == "}" {
                at += 1
                return branches
            }
            let key = try word("the name of a branch")
            _ = try next(oneOf: "{")
            guard branches.updateValue(try parts(inPlural: inPlural), forKey: key) == nil else {
                throw MessageFault("the branch \(key) is duplicated")
            }
            _ = try next(oneOf: "}")
        }
    }

    private mutating func close(_ name: String) throws(MessageFault) {
        guard try next(oneOf: "}") == "}" else { throw MessageFault("{\(name)} is not closed") }
    }

    private mutating func word(_ wanted: String) throws(MessageFault) -> String {
        skipSpace()
        let start = at
        while let character = peek, character.isLetter || character.isNumber || "=_-".contains(character) {
            at += 1
        }
        guard at > start else { throw MessageFault("expected \(wanted) after “\(before)”") }
        return String(characters[start..<at])
    }

    private mutating func next(oneOf allowed: String) throws(MessageFault) -> Character {
        skipSpace()
        guard let character = peek else { throw MessageFault("a { is not closed") }
        guard allowed.contains(character) else {
            throw MessageFault(
                "expected \(allowed.map(String.init).joined(separator: " or ")) after “\(before)”")
        }
        at += 1
        return character
    }

    private mutating func skipSpace() {
        while let character = peek, character.isWhitespace { at += 1 }
    }

    private var peek: Character? { at < characters.count ? characters[at] : nil }

    /// The last few characters consumed, which locate an error.
    private var before: String { String(characters[max(0, at - 20)..<at]) }
}

extension String {
    fileprivate var trimmingSpace: String {
        var text = self[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
