import JSON
package import Journal
import Localization
package import NoonishAPI

/// A guest became this member. The history lists it; no one is notified.
struct ClaimChange: ChangeKind {
    let member: PersonID

    static let names = ["person_claimed"]

    init(_ member: PersonID) { self.member = member }

    init?(_ members: ChangeMembers) {
        guard let person = members.person else { return nil }
        member = person
    }

    func encodeMembers(to object: inout JSONWriter) { object.field("person", member) }

    var subject: ChangeSubject { ChangeSubject(Self.self, member.uuid) }
    var person: PersonID? { member }
    var audience: Audience { .hosts }
    var rank: Int { 190 }
    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool { false }

    func clause(in context: SentenceContext) -> String? {
        context.say("change.list.claimed", ["name": .text(context.name(of: member))])
    }
}

extension Change {
    package static func claim(_ member: PersonID) -> Change { Change(ClaimChange(member)) }
}
