import Initializers
package import NoonishAPI
package import Postgres

/// A reader's role and status in an outing, which decide what concerns them.
@MemberwiseInit
package struct Standing: Hashable, Sendable {
    package var role: AttendanceRole
    package var status: AttendanceStatus
}

/// The people whom a change concerns. The fan-out stores it with each revision.
package enum Audience: String, Hashable, Sendable, CaseIterable {
    case hosts, attending, unanswered, all

    /// Returns the narrowest audience that includes everyone whom any of `changes` concerns.
    package static func of(_ changes: [Change]) -> Audience {
        let all = Set(changes.map(\.kind.audience))
        if all.count <= 1 { return all.first ?? .hosts }
        return all == [.hosts, .attending] ? .attending : .all
    }

    package func includes(_ standing: Standing) -> Bool {
        switch self {
        case .hosts: standing.role != .invitee
        case .attending:
            standing.role != .invitee || standing.status == .attending || standing.status == .maybe
        case .unanswered: standing.status == .invited
        case .all: true
        }
    }

    /// ``includes(_:)`` in SQL, where `c` is the change and `a` the attendance, which may be missing. A test
    /// checks that both agree.
    package static let includesInSQL: SQL = """
        c.audience = 'all'
        OR c.audience <> 'unanswered' AND a.role <> 'invitee'
        OR c.audience = 'unanswered' AND a.status = 'invited'
        OR c.audience = 'attending' AND a.status IN ('attending', 'maybe')
        """
}
