public import JSON

/// Who somebody is on an outing.
public enum AttendanceRole: String, Hashable, Sendable, CaseIterable, JSONEncodable {
    case host, cohost, invitee
}

/// What somebody answered.
public enum AttendanceStatus: String, Hashable, Sendable, CaseIterable, JSONEncodable {
    case attending, maybe, invited, waitlisted, declined
}
