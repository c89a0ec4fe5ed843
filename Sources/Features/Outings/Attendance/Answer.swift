package import JSON
package import Journal
package import NoonishAPI

/// One person's relation to an outing, as others may be notified of it.
@JSONObject
package struct Answer: Hashable, Sendable, JSONEncodable {
    package var role: AttendanceRole = .invitee
    package var status: AttendanceStatus = .invited
    /// The number of seats for this person and the people they bring.
    package var partySize: Int = 1

    /// Whether the person comes, or may.
    package var isComing: Bool { status == .attending || status == .maybe }

    /// The seats that this answer takes.
    var seats: Int { status == .attending ? partySize : 0 }
}

extension Answer: StoredValue {
    package init?(stored value: JSONValue) {
        guard case .object(let object) = value,
            let role = object.text("role").flatMap({ AttendanceRole(rawValue: $0) }),
            let status = object.text("status").flatMap({ AttendanceStatus(rawValue: $0) }),
            let partySize = object.integer("partySize")
        else { return nil }
        self.init(role: role, status: status, partySize: partySize)
    }

    /// What decides which changes concern this person.
    package var standing: Standing { Standing(role: role, status: status) }
}
