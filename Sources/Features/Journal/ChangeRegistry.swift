package import JSON

/// The kinds of changes that this program can read, as registered by the features.
package struct ChangeRegistry: Sendable {
    package let kinds: [any ChangeKind.Type]
    private let kindsByName: [String: any ChangeKind.Type]

    /// - Precondition: No two kinds share a name.
    package init(_ kinds: [any ChangeKind.Type]) {
        self.kinds = kinds
        kindsByName = Dictionary(
            uniqueKeysWithValues: kinds.flatMap { kind in kind.names.map { ($0, kind) } })
    }

    /// Reads a stored change.
    ///
    /// - Returns: `nil` for a kind or version that this program does not know, because a newer one wrote it,
    ///   and for members that do not fit. The caller skips it.
    package func change(_ value: JSONValue, version: Int = 1) -> Change? {
        guard let members = ChangeMembers(value), let kind = kindsByName[members.name],
            version <= kind.version
        else { return nil }
        return Self.read(members, as: kind)
    }

    /// Reads the changes of one `outing_change.patch`, without unknown ones. Returns `nil` if it is not an
    /// array.
    package func changes(_ patch: JSONValue?) -> [Change]? {
        guard case .array(let elements)? = patch else { return nil }
        return elements.compactMap { change($0) }
    }

    private static func read<Kind: ChangeKind>(_ members: ChangeMembers, as kind: Kind.Type) -> Change? {
        Kind(members).map { Change($0) }
    }

    package var names: [String] { Array(kindsByName.keys) }

    /// The names of the kinds that the history of an outing does not list.
    package var namesOutsideHistory: [String] {
        var names: [String] = []
        for kind in kinds where !kind.isHistory { names += kind.names }
        return names
    }
}
