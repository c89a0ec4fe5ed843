internal import Foundation

/// One message of a catalogue, read: a subset of ICU MessageFormat.
///
/// `{name}`, `{count, number}`, `{count, plural, =0 {…} one {…} other {# …}}`, `{place, selectordinal, …}`,
/// `{kind, select, a {…} other {…}}`, `{when, date, ::EEEEdMMMM}`, `{when, time, ::jm}`; they nest. `''` is an apostrophe;
/// an apostrophe before `{`, `}` or, within a plural, `#` makes what follows plain text up to the next apostrophe; any
/// other stands for itself.
///
/// - Source: Unicode, ICU User Guide, "Formatting Messages"; `ApostropheMode.DOUBLE_OPTIONAL`.
struct Message: Hashable, Sendable {
    indirect enum Part: Hashable, Sendable {
        case text(String)
        case value(String)
        case number(String)
        case moment(String, MomentStyle)
        case plural(String, Plural)
        case select(String, [String: [Part]])
        /// `#`: the number of the innermost plural.
        case count
    }

    struct Plural: Hashable, Sendable {
        let kind: PluralRules.Kind
        /// `=2 {…}`: taken before any category.
        let exact: [Int: [Part]]
        let categories: [PluralRules.Category: [Part]]
    }

    let parts: [Part]
}

extension Message {
    /// How an argument is used.
    enum Use: Hashable, Sendable {
        /// `{name}`: any kind of value.
        case plain
        case number
        case moment
        /// With its branches.
        case choice(Set<String>)
    }

    /// Every argument with the most telling of its uses.
    var arguments: [String: Use] {
        var found: [String: Use] = [:]
        Self.collect(parts, into: &found)
        return found
    }

    /// Every plural in the message.
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

    private static func visit(_ parts: [Part], _ see: (Part) -> Void) {
        for part in parts {
            see(part)
            switch part {
            case .plural(_, let plural):
                for branch in plural.exact.values { visit(branch, see) }
                for branch in plural.categories.values { visit(branch, see) }
            case .select(_, let branches):
                for branch in branches.values { visit(branch, see) }
            default: break
            }
        }
    }
}
