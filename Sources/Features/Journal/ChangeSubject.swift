package import Foundation

/// What a change is about: its kind, and an id if there can be several of the kind. Two changes of one
/// subject fold into one.
package struct ChangeSubject: Hashable, Sendable {
    private let kind: ObjectIdentifier
    /// All zeros if the kind has a single subject.
    let id: UUID

    package init(_ kind: any ChangeKind.Type) {
        self.init(kind, Self.none)
    }

    package init(_ kind: any ChangeKind.Type, _ id: UUID) {
        self.kind = ObjectIdentifier(kind)
        self.id = id
    }

    private static let none = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
