public import Foundation
public import JSON

/// The identity of one `Subject`: a UUIDv7 made by the server, opaque to everybody else.
///
/// - Source: RFC 9562, section 5.7.
public struct ID<Subject>: Hashable, Sendable {
    public let uuid: UUID

    public init(_ uuid: UUID) { self.uuid = uuid }

    /// The canonical text form, in either case; nil for anything else.
    public init?(_ text: String) {
        guard text.utf8.count == 36, let uuid = UUID(uuidString: text) else { return nil }
        self.uuid = uuid
    }
}

extension ID: CustomStringConvertible {
    /// Lower case, as everywhere on the wire.
    public var description: String { uuid.canonicalText }
}

extension ID: Comparable {
    public static func < (left: Self, right: Self) -> Bool { left.uuid < right.uuid }
}

/// What an ``ID`` can be the identity of.
public enum Subjects {
    public enum Person {}
    public enum Outing {}
    public enum Attendance {}
    public enum Invitation {}
    public enum Link {}
    public enum Restaurant {}
    public enum Session {}
    public enum Watch {}
    /// A device, browser or address that news is sent to.
    public enum Endpoint {}
    /// Who somebody is at a provider.
    public enum Identity {}
    public enum Passkey {}
    public enum Message {}
    public enum Suggestion {}
    public enum Poll {}
    public enum PollOption {}
    /// What one person voted, with nobody's name.
    public enum Ballot {}
    /// Outings that come again.
    public enum Series {}
}

public typealias PersonID = ID<Subjects.Person>
public typealias OutingID = ID<Subjects.Outing>
public typealias AttendanceID = ID<Subjects.Attendance>
public typealias InvitationID = ID<Subjects.Invitation>
public typealias LinkID = ID<Subjects.Link>
public typealias RestaurantID = ID<Subjects.Restaurant>
public typealias SessionID = ID<Subjects.Session>
public typealias WatchID = ID<Subjects.Watch>
public typealias EndpointID = ID<Subjects.Endpoint>
public typealias IdentityID = ID<Subjects.Identity>
public typealias PasskeyID = ID<Subjects.Passkey>
public typealias OutingMessageID = ID<Subjects.Message>
public typealias SuggestionID = ID<Subjects.Suggestion>
public typealias PollID = ID<Subjects.Poll>
public typealias PollOptionID = ID<Subjects.PollOption>
public typealias BallotID = ID<Subjects.Ballot>
public typealias SeriesID = ID<Subjects.Series>

extension ID: JSONCodable {
    public func encode(to writer: inout JSONWriter) { writer.value(uuid) }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        self.init(try reader.uuid())
    }
}
