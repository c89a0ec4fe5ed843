import JSON
package import Journal
import Localization
package import NoonishAPI

/// A person who missed an offer waits again, at the end of the queue.
@StoredChange
struct RequeueChange: ChangeKind {
    @JSONMember("person") let attendee: PersonID

    static let names = ["person_requeued"]

    var subject: ChangeSubject { ChangeSubject(Self.self, attendee.uuid) }
    var person: PersonID? { attendee }
    var audience: Audience { .hosts }
    func mailing(to reader: NewsReader) -> Mailing { attendee == reader.person ? .prompt : .daily }
    var rank: Int { 170 }
    func isOutdated(by later: Change) -> Bool {
        later.is(CancellationChange.self) || later.subject == .attendee(attendee)
    }
    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool {
        attendee == reader.person || standing.status != .declined && audience.includes(standing)
    }

    func clause(in context: SentenceContext) -> String? {
        attendee == context.reader
            ? context.say("change.you.requeued")
            : context.say("change.other.requeued", ["name": .text(context.name(of: attendee))])
    }
}

extension Change {
    package static func requeue(_ attendee: PersonID) -> Change {
        Change(RequeueChange(attendee: attendee))
    }
}
