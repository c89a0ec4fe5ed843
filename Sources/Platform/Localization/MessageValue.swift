package import Foundation

/// The value of a message's argument.
package enum MessageValue: Hashable, Sendable {
    /// User input such as a name or a title. It is isolated from the direction of the surrounding text.
    case text(String)
    /// Text that was itself formatted from the catalogue.
    case words(String)
    case number(Int)
    /// An instant, shown as local time in a time zone.
    case moment(Date, TimeZone)
}

extension MessageValue: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int) { self = .number(value) }
}

extension MessageValue: CustomStringConvertible {
    /// The text that `select` compares.
    package var description: String {
        switch self {
        case .text(let text), .words(let text): text
        case .number(let number): String(number)
        case .moment(let moment, _): String(moment.timeIntervalSince1970)
        }
    }
}

/// Isolates text of one direction within text of the other.
///
/// - Source: Unicode UAX 9, section 2.4, explicit directional isolates.
enum BidirectionalIsolate {
    private static let firstStrong = "\u{2068}"
    private static let pop = "\u{2069}"

    /// Returns `text`, with isolates if its direction could interact with its surroundings: always within
    /// right-to-left text, and within left-to-right text if any part of it is written from right to left.
    static func isolated(_ text: String, inRightToLeft: Bool) -> String {
        guard !text.isEmpty, inRightToLeft || text.unicodeScalars.contains(where: isFromTheRight) else {
            return text
        }
        return firstStrong + text + pop
    }

    /// Returns whether a scalar is written from right to left: the blocks of Hebrew, Arabic, Syriac, Thaana,
    /// N'Ko and those that Unicode reserves for right-to-left scripts, and the marks, embeddings, overrides
    /// and isolates of that direction.
    private static func isFromTheRight(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF, 0x200F,
            0x202B, 0x202E, 0x2067:
            true
        default: false
        }
    }
}
