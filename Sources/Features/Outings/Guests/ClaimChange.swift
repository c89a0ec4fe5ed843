import JSON
package import Journal
import Localization
package import NoonishAPI

/// A guest became this member. The history lists it; no one is notified.
@StoredChange
struct ClaimChange: ChangeKind {
    @JSONMember("person") let member: PersonID

    static let names = ["person_claimed"]

    var subject: ChangeSubject { ChangeSubject(Self.self, member.uuid) }
    var person: PersonID? { member }
    var audience: Audience { .hosts }
    func mailing(to reader: NewsReader) -> Mailing { .onRequest }
    var rank: Int { 190 }
    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool { false }

    func clause(in context: SentenceContext) -> String? {
        context.say("change.list.claimed", ["name": .text(context.name(of: member))])
    }
}

extension Change {
    package static func claim(_ member: PersonID) -> Change { Change(ClaimChange(member: member)) }
}
