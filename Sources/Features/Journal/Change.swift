package import JSON

/// One semantic difference of any kind.
package struct Change: Sendable {
    package let kind: any ChangeKind

    package init(_ kind: some ChangeKind) { self.kind = kind }

    /// Returns the change as a value of the given kind; `nil` if it is of another kind.
    package func `as`<Kind: ChangeKind>(_: Kind.Type) -> Kind? {
        type(of: kind) == Kind.self ? kind as? Kind : nil
    }

    package func `is`(_ other: any ChangeKind.Type) -> Bool { type(of: kind) == other }

    package func isOfSameKind(as other: Change) -> Bool { type(of: kind) == type(of: other.kind) }

    package var name: String { kind.name }
    package var subject: ChangeSubject { kind.subject }

    /// Combines this change with a later one of the same subject; `nil` if the later one undid this one.
    ///
    /// - Precondition: Both have the same subject.
    package func folded(with later: Change) -> Change? {
        func fold<Kind: ChangeKind>(_ earlier: Kind) -> Change? {
            guard let later = later.as(Kind.self) else {
                preconditionFailure("only changes of one subject fold into one")
            }
            return earlier.folded(with: later).map { Change($0) }
        }
        return fold(kind)
    }
}

extension Change: Hashable {
    package static func == (left: Self, right: Self) -> Bool {
        func isEqual<Kind: ChangeKind>(_ left: Kind) -> Bool { right.as(Kind.self) == left }
        return isEqual(left.kind)
    }

    package func hash(into hasher: inout Hasher) { kind.hash(into: &hasher) }
}

extension Change: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { object in
            object.field("kind", kind.name)
            kind.encodeMembers(to: &object)
        }
    }
}
