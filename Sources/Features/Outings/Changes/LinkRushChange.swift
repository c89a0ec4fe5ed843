import JSON
package import Journal
import Localization
package import NoonishAPI

/// Many people joined by one share link within a minute.
@StoredChange
struct LinkRushChange: ChangeKind {
    let link: LinkID

    static let names = ["link_rush"]
    static let isHistory = false

    var subject: ChangeSubject { ChangeSubject(Self.self, link.uuid) }
    var audience: Audience { .hosts }
    var rank: Int { 100 }
    func isOutdated(by later: Change) -> Bool { later.is(CancellationChange.self) }

    func clause(in context: SentenceContext) -> String? {
        context.say("change.linkRush", ["count": .number(OutingLimits.linkRush)])
    }
}

extension Change {
    package static func linkRush(_ link: LinkID) -> Change { Change(LinkRushChange(link: link)) }
}
