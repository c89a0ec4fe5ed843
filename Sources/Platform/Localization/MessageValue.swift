package import Foundation

/// What stands for an argument of a message.
package enum MessageValue: Hashable, Sendable {
    /// What somebody wrote: a name, a title. It keeps its own direction whatever stands around it.
    case text(String)
    /// Words of the catalogue that were put together before.
    case words(String)
    case number(Int)
    /// A moment as a clock in a zone shows it.
    case moment(Date, TimeZone)
}

extension MessageValue: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int) { self = .number(value) }
}

extension MessageValue: CustomStringConvertible {
    /// What a `select` compares.
    package var description: String {
        switch self {
        case .text(let text), .words(let text): text
        case .number(let number): String(number)
        case .moment(let moment, _): String(moment.timeIntervalSince1970)
        }
    }
}

/// Keeps text of one direction whole within text of the other.
///
/// - Source: Unicode UAX 9, section 2.4, explicit directional isolates.
enum Isolation {
    private static let firstStrong = "\u{2068}"
    private static let pop = "\u{2069}"

    /// `text`, with isolates if it could take or give direction: always within right-to-left words, and within
    /// left-to-right ones if any of it is written from the right.
    static func isolated(_ text: String, inRightToLeft: Bool) -> String {
        guard !text.isEmpty, inRightToLeft || text.unicodeScalars.contains(where: isFromTheRight) else {
            return text
        }
        return firstStrong + text + pop
    }

    /// Blocks of Hebrew, Arabic, Syriac, Thaana, N'Ko and those that Unicode keeps for scripts from the right, and the
    /// marks and overrides that turn text around.
    private static func isFromTheRight(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF, 0x200F,
            0x202B, 0x202E, 0x2067:
            true
        default: false
        }
    }
}
