import Foundation
import Localization
import NoonishAPI

/// The texts of the invitation page, as the values of its template.
struct InvitationMessages {
    let view: InvitationContent
    let language: Language
    /// The time of the request; dates in another year include the year.
    let now: Date

    private var outing: OutingRow { view.outing }
    private var times: TimeFormatting { TimeFormatting(language) }
    private var host: MessageValue { .text(view.hostName) }

    var values: [String: Any] {
        let stage = outing.stage
        let place = outing.state.place
        let when = outing.state.time.map(sentence) ?? ""
        var values: [String: Any] = [
            "title": outing.state.title,
            "by": by,
            "about": language.say(
                "page.invitation.about",
                [
                    "host": host, "when": .words(place == nil || when.isEmpty ? when : "\(when) ·"),
                    "place": .text(place?.name ?? ""),
                ]),
            "when": when,
            "whenIso": outing.state.time?.startsAt.text ?? "",
            "place": place?.name ?? "",
            "address": place?.address ?? "",
            "note": view.kind == .personal ? outing.state.note ?? "" : "",
            "isPersonal": view.kind == .personal,
            "isFull": view.free == 0 && offer.isEmpty,
            "waits": view.free == 0 && offer.isEmpty && outing.mine?.answer.status != .attending,
            "offer": offer,
            "diets": hasDiets ? diets : [],
            "allergens": hasDiets ? allergens : [],
            "hasDiets": hasDiets,
            "isCancelled": stage == .cancelled,
            "cancelReason": outing.state.cancellation?.reason ?? "",
            "isOver": stage == .done,
            "answerBy": deadline,
            "seatsLeft": seatsLeft,
            "openThen": open,
            "hoursThatDay": hoursThatDay,
            "openSign": view.openThen.flatMap { Self.signs[$0.state]?.icon } ?? "",
            "openTone": view.openThen.flatMap { Self.signs[$0.state]?.tone } ?? "",
            "mapLink": Self.mapLink(place) ?? "",
            "placeAttribution": place?.attribution ?? "",
            "noteTo": language.say("page.invitation.noteTo", ["host": host]),
            "noAccount": language.say("page.invitation.noAccount", ["host": host]),
            "countAttending": said("countAttending", outing.counts.attending),
            "countMaybe": said("countMaybe", outing.counts.maybe),
            "countInvited": said("countInvited", outing.counts.invited),
            "invitation": language.plain(below: "page.invitation"),
            "attendees": attendees,
        ]
        values.merge(own) { $1 }
        // Mustache treats an empty text as a present value.
        return values.filter { ($0.value as? String)?.isEmpty != true }
    }

    /// The people on the list with their answers. Guests without a name, other than the reader, are counted at its
    /// end.
    private var attendees: [[String: String]] {
        let isNamed = { (row: AttendanceRow) in
            row.name != Invitee.guestName || row.person == outing.mine?.person
        }
        let names = view.attendees.filter(isNamed).map { row in
            [
                "name": row.name == Invitee.guestName ? language.say("web.who.you") : row.name,
                "statusWord": word(for: row.answer),
            ]
        }
        let unnamed = view.attendees.count - names.count
        guard unnamed > 0 else { return names }
        return names + [["name": language.say("web.who.more", ["count": .number(unnamed)])]]
    }

    /// The values about the reader's own answer.
    private var own: [String: Any] {
        let mine = view.kind == .personal ? outing.mine : nil
        let status = mine?.answer.status
        let name = mine.map { $0.name == Invitee.guestName ? "" : $0.name } ?? ""
        // A host may have typed the name of a guest who has not answered.
        let asksName = name.isEmpty ? mine != nil : view.isGuest && status == .invited
        return [
            "myStatus": status?.rawValue ?? "",
            "statusAttending": status == .attending,
            "statusMaybe": status == .maybe,
            "statusDeclined": status == .declined,
            "statusWaitlisted": status == .waitlisted,
            "partySize": mine?.answer.partySize ?? 1,
            "myNote": mine?.note ?? "",
            "answerAs": name.isEmpty || asksName
                ? "" : language.say("page.invitation.answerAs", ["name": .text(name)]),
            "asksName": asksName,
            "guestName": name,
            "doneSentence": mine.map { recorded($0.answer) } ?? "",
            "changedSince": mine?.changedSince(outing.whenWhereRev) ?? false,
        ]
    }

    /// Until when a seat is held for the reader; empty without an offer.
    private var offer: String {
        guard view.kind == .personal, let end = outing.mine?.waiting?.offerEndsAt, end > now else {
            return ""
        }
        let zone = TimeZone(identifier: outing.state.zone) ?? .gmt
        return language.say("page.invitation.offer", ["moment": .words(moment(ZonedTime(end, in: zone)))])
    }

    /// The host who invites; for a cancelled outing only the host's name, since it invites no more.
    private var by: String {
        guard outing.stage == .cancelled else { return language.say("page.invitation.by", ["host": host]) }
        return language.say("mail.fact", ["name": .words(language.say("mail.host")), "text": host])
    }

    /// The seats that the reader neither has nor is offered; empty without a capacity and while a seat is held for them.
    private var seatsLeft: String {
        guard let free = view.free, offer.isEmpty else { return "" }
        return said("seatsLeft", max(0, free - (outing.mine?.answer.seats ?? 0)))
    }

    /// Whether the form has the reader's dietary needs. Members change theirs in their settings.
    private var hasDiets: Bool { view.isGuest || view.kind == .share }

    private var diets: [[String: String]] {
        PersonalDiet.allCases.map {
            ["field": DietCheckboxes.field($0), "name": language.say("web.diet.\($0.rawValue)")]
        }
    }

    private var allergens: [[String: String]] {
        Allergen.allCases.map {
            ["field": DietCheckboxes.field($0), "name": language.say("web.allergen.\($0.rawValue)")]
        }
    }

    private func said(_ what: String, _ count: Int) -> String {
        language.say("page.invitation.\(what)", ["count": .number(count)])
    }

    /// For example "Open at that time, until 15:00"; empty if nothing is known.
    private var open: String {
        guard let openThen = view.openThen else { return "" }
        guard openThen.state == .open, let until = openThen.until else {
            return language.say("web.open.\(openThen.state.rawValue)")
        }
        let zone = TimeZone(identifier: outing.state.zone) ?? .gmt
        let clock = times.clock(ZonedTime(until, in: zone).wall)
        return language.say("web.open.until", ["time": .words(clock)])
    }

    /// The opening hours of that day if the place is not open then; empty if no hours are known.
    private var hoursThatDay: String {
        guard let openThen = view.openThen, openThen.state != .open, let evidence = openThen.evidence,
            let hours = evidence.hours
        else { return "" }
        guard let day = evidence.day else { return language.say("web.open.text", ["hours": .text(hours)]) }
        guard !day.spans.isEmpty else { return language.say("web.open.closedThatDay") }
        let spans = day.spans.map { "\($0.from)–\($0.to)" }.joined(separator: ", ")
        return language.say("web.open.thatDay", ["hours": .words(spans)])
    }

    /// The same as on the live page.
    private static let signs: [OpenStatus.State: (icon: String, tone: String)] = [
        .open: ("check", "yes"), .closed: ("cross", "no"), .unknown: ("question", "unknown"),
    ]

    private var deadline: String {
        guard let deadline = outing.state.deadline else { return "" }
        let zone = TimeZone(identifier: outing.state.zone) ?? .gmt
        let moment = moment(ZonedTime(deadline, in: zone))
        return language.say("page.invitation.answerBy", ["moment": .words(moment)])
    }

    /// Returns, for example, "Thursday 11 March, 12:30", with the end's clock time if it is on the same day.
    private func sentence(_ time: OutingTime) -> String {
        let start = moment(time.startsAt)
        guard let ends = time.endsAt, ends.wall.isSameDay(as: time.startsAt.wall) else { return start }
        return times.range(start, times.clock(ends.wall), isOneDay: true)
    }

    private func moment(_ time: ZonedTime) -> String {
        let zone = TimeZone(identifier: time.zone) ?? .gmt
        return times.moment(time.wall, withYear: ZonedTime(now, in: zone).wall.year != time.wall.year)
    }

    /// Returns a sentence about the recorded answer: "You’re going with one guest. We’ve let Leila know."
    private func recorded(_ answer: Answer) -> String {
        let isAttending = answer.status == .attending
        let what = language.say(
            "page.recorded.\(answer.status.rawValue)",
            isAttending ? ["guests": .number(answer.partySize - 1)] : [:])
        guard answer.status != .invited else { return what }
        return language.say("page.recorded.seen", ["what": .words(what), "host": host])
    }

    private func word(for answer: Answer) -> String {
        if answer.role == .host { return language.say("page.status.host") }
        let isAttending = answer.status == .attending
        return language.say(
            "page.status.\(answer.status.rawValue)",
            isAttending ? ["seats": .number(answer.partySize)] : [:])
    }

    /// Returns a link to the place on OpenStreetMap. Nothing is loaded from there until a person follows it.
    private static func mapLink(_ place: OutingPlace?) -> String? {
        guard let latitude = place?.latitude, let longitude = place?.longitude else { return nil }
        return
            "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=18/\(latitude)/\(longitude)"
    }
}
