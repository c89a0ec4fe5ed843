import Foundation

/// The digits of a typed amount, with the meaning of its separators decided.
struct AmountNumber {
    /// What a full stop and a comma mean in a locale; `nil` if it uses them for neither.
    struct Separators {
        let decimal: AmountCharacter?
        let thousands: AmountCharacter?

        init(_ locale: Locale) {
            decimal = locale.decimalSeparator?.unicodeScalars.first.map(AmountCharacter.init)
            thousands = locale.groupingSeparator?.unicodeScalars.first.map(AmountCharacter.init)
        }
    }

    private(set) var whole: [UInt8] = []
    private(set) var decimals: [UInt8] = []

    /// - Parameters:
    ///   - characters: Begin and end with a digit.
    ///   - exponent: The number of decimals of the currency.
    init(
        _ characters: some Collection<AmountCharacter>, separators: Separators, exponent: Int
    ) throws(MoneyInputFault) {
        var runs: [[UInt8]] = [[]]
        var between: [AmountCharacter] = []
        for character in characters {
            switch character {
            case .digit(let digit): runs[runs.count - 1].append(digit)
            case .minus, .other: throw .notAnAmount
            default:
                between.append(character)
                runs.append([])
            }
        }
        guard !runs.contains([]) else { throw .notAnAmount }
        if try Self.isDecimal(between, runs, separators) {
            decimals = runs.removeLast()
            between.removeLast()
        }
        guard Self.areThousands(between, runs) else { throw .notAnAmount }
        whole = Array(runs.joined())
    }

    /// Returns whether the last separator is that of decimals.
    private static func isDecimal(
        _ between: [AmountCharacter], _ runs: [[UInt8]], _ separators: Separators
    ) throws(MoneyInputFault) -> Bool {
        guard let last = between.last, let decimals = runs.last else { return false }
        switch last {
        case .arabicDecimal: return true
        case .fullStop, .comma:
            if between.count > 1 { return !between.dropLast().contains(last) }
            let couldBeThousands = decimals.count == 3 && runs[0].count <= 3 && runs[0] != [0]
            if !couldBeThousands || last == separators.decimal { return true }
            if last == separators.thousands { return false }
            throw .ambiguous
        default: return false
        }
    }

    /// Returns whether the separators divide the digits as a language does: threes, or twos before the last three.
    private static func areThousands(_ between: [AmountCharacter], _ runs: [[UInt8]]) -> Bool {
        guard let separator = between.first else { return true }
        let middle = runs.dropFirst().dropLast().map(\.count)
        return between.allSatisfy { $0 == separator } && separator != .arabicDecimal
            && (1...3).contains(runs[0].count) && runs[runs.count - 1].count == 3
            && (middle.allSatisfy { $0 == 3 } || middle.allSatisfy { $0 == 2 })
    }
}
