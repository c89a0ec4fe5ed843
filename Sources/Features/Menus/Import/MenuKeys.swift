import Foundation

/// Gives keys to what has none in an imported file. The same file gets the same keys again.
struct MenuKeys {
    private var known: Set<String> = []
    /// The last number that was added to a key, so that a thousand equal names need a thousand steps.
    private var numbers: [String: Int] = [:]

    /// Returns a key that no other name has got.
    ///
    /// - Parameters:
    ///   - source: The id in the source, if it has one.
    ///   - name: What to make a key from otherwise.
    mutating func key(_ source: String?, name: String) -> String {
        let wanted = source.map { $0.isMenuKey ? $0 : Self.readable($0) } ?? Self.readable(name)
        var key = wanted
        var number = numbers[wanted, default: 1]
        while !known.insert(key).inserted {
            number += 1
            key = "\(wanted)-\(number)"
        }
        numbers[wanted] = number
        return key
    }

    /// Returns a text in lower-case Latin letters and digits with hyphens between them, at most 50 characters.
    static func readable(_ text: String) -> String {
        let plain = (text.applyingTransform(toASCII, reverse: false) ?? text).lowercased()
        let words = plain.utf8.split { byte in
            !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        let key = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-").prefix(50)
        return key.isEmpty ? "item" : String(key)
    }

    /// - Source: Unicode CLDR, transforms "Any-Latin" and "Latin-ASCII".
    private static let toASCII = StringTransform("Any-Latin; Latin-ASCII")
}
