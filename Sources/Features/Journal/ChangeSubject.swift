package import Foundation

/// What a change is about: its kind, and which one where there can be several. Two changes of one subject fold into one.
package struct ChangeSubject: Hashable, Sendable {
    private let kind: ObjectIdentifier
    /// All zeros where a kind has one subject.
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
