import Foundation

/// One parsed message of a catalogue: a subset of ICU MessageFormat.
///
/// `{name}`, `{count, number}`, `{count, plural, =0 {…} one {…} other {# …}}`, `{place, selectordinal, …}`,
/// `{kind, select, a {…} other {…}}`, `{when, date, ::EEEEdMMMM}`, `{when, time, ::jm}`; they nest. `''` is
/// an apostrophe. An apostrophe before `{`, `}` or, within a plural, `#` begins literal text that ends at the
/// next apostrophe. Any other apostrophe stands for itself.
///
/// - Source: Unicode, ICU User Guide, "Formatting Messages"; `ApostropheMode.DOUBLE_OPTIONAL`.
struct Message: Hashable, Sendable {
    indirect enum Part: Hashable, Sendable {
        case text(String)
        case value(String)
        case number(String)
        case moment(String, DateTimeStyle)
        case plural(String, Plural)
        case select(String, [String: [Part]])
        /// `#`: the number of the innermost plural.
        case count
    }

    struct Plural: Hashable, Sendable {
        let kind: PluralRules.Kind
        /// `=2 {…}`: takes precedence over the categories.
        let exact: [Int: [Part]]
        let categories: [PluralRules.Category: [Part]]
    }

    let parts: [Part]
}

extension Message {
    /// The way in which an argument is used.
    enum Use: Hashable, Sendable {
        /// `{name}`: any kind of value.
        case plain
        case number
        case moment
        /// `{name, select, …}`: the names of its branches.
        case choice(Set<String>)
    }

    /// All arguments, each with the most specific of its uses.
    var arguments: [String: Use] {
        var found: [String: Use] = [:]
        Self.collect(parts, into: &found)
        return found
    }

    /// All plurals of the message, nested ones included.
    var plurals: [Plural] {
        var found: [Plural] = []
        Self.visit(parts) { if case .plural(_, let plural) = $0 { found.append(plural) } }
        return found
    }

    private static func collect(_ parts: [Part], into found: inout [String: Use]) {
        visit(parts) { part in
            switch part {
            case .text, .count: break
            case .value(let name): found[name] = found[name] ?? .plain
            case .number(let name), .plural(let name, _): found[name] = .number
            case .moment(let name, _): found[name] = .moment
            case .select(let name, let branches): found[name] = .choice(Set(branches.keys))
            }
        }
    }

    private static func visit(_ parts: [Part], _ body: (Part) -> Void) {
        for part in parts {
            body(part)
            switch part {
            case .plural(_, let plural):
                for branch in plural.exact.values { visit(branch, body) }
                for branch in plural.categories.values { visit(branch, body) }
            case .select(_, let branches):
                for branch in branches.values { visit(branch, body) }
            default: break
            }
        }
    }
}
