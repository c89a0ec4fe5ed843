import Foundation

/// A character of a typed amount by what it may mean.
enum AmountCharacter: Hashable {
    /// A digit of any script.
    case digit(UInt8)
    /// A full stop or a comma, of any script that writes them.
    case fullStop, comma
    /// The separators of Arabic, which have one meaning each.
    case arabicDecimal, arabicThousands
    case space, apostrophe, minus
    case other(Unicode.Scalar)

    /// Reads a text without its marks of direction, which cannot be seen, and with the full-width and other forms of
    /// a character as the character itself.
    ///
    /// - Source: Unicode UAX 15, normalization form KC.
    static func characters(of text: String) -> [AmountCharacter] {
        text.precomposedStringWithCompatibilityMapping.unicodeScalars
            .filter { !$0.properties.isBidiControl }.map(AmountCharacter.init)
    }

    init(_ scalar: Unicode.Scalar) {
        if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
            self = .digit(UInt8(value))
            return
        }
        switch scalar {
        case ".", "\u{3002}": self = .fullStop
        case ",", "\u{060C}", "\u{3001}": self = .comma
        case "\u{066B}": self = .arabicDecimal
        case "\u{066C}": self = .arabicThousands
        case "'", "\u{2019}": self = .apostrophe
        case "-", "\u{2212}": self = .minus
        default: self = scalar.properties.isWhitespace ? .space : .other(scalar)
        }
    }

    var isDigit: Bool { if case .digit = self { true } else { false } }

    /// The characters around a number as text, without spaces at the ends.
    static func text(_ characters: some Collection<AmountCharacter>) -> String {
        var text = ""
        for character in characters {
            switch character {
            case .other(let other): text.unicodeScalars.append(other)
            case .fullStop: text.append(".")
            case .comma: text.append(",")
            case .apostrophe: text.append("'")
            case .space where !text.isEmpty: text.append(" ")
            default: break
            }
        }
        while text.last == " " { text.removeLast() }
        return text
    }
}
