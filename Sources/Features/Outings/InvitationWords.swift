internal import Foundation
internal import NoonishAPI

/// What the invitation page says, as the values its template names.
struct InvitationWords {
    let view: InvitationAnswers.View

    init(_ view: InvitationAnswers.View) { self.view = view }

    private var outing: OutingRow { view.outing }

    var values: [String: Any] {
        let stage = outing.stage
        let place = outing.state.place
        let mine = view.kind == .personal ? outing.mine : nil
        let status = mine?.answer.status
        var values: [String: Any] = [
            "title": outing.state.title,
            "hostName": view.hostName,
            "when": outing.state.time.map(Self.sentence) ?? "",
            "whenIso": outing.state.time?.startsAt.text ?? "",
            "plateHour": outing.state.time?.startsAt.wall.clock ?? "",
            "place": place?.name ?? "",
            "address": place?.address ?? "",
            "note": view.kind == .personal ? outing.state.note ?? "" : "",
            "counts": [
                "attending": outing.counts.attending, "maybe": outing.counts.maybe,
                "invited": outing.counts.invited,
            ],
            "isPersonal": view.kind == .personal,
            "myStatus": status?.rawValue ?? "",
            "statusAttending": status == .attending,
            "statusMaybe": status == .maybe,
            "statusDeclined": status == .declined,
            "partySize": mine?.answer.partySize ?? 1,
            "myNote": mine?.note ?? "",
            "name": mine.map { $0.name == Invitee.guestName ? "" : $0.name } ?? "",
            "asksName": mine?.name == Invitee.guestName,
            "isFull": view.free == 0,
            "isCancelled": stage == .cancelled,
            "cancelReason": outing.state.cancellation?.reason ?? "",
            "isOver": stage == .done,
            "canAnswer": stage != .cancelled && stage != .done,
            "doneSentence": Self.recorded(mine, host: view.hostName),
            "respondBy": deadline,
            "changedSince": mine?.changedSince(outing.whenWhereRev) ?? false,
            "mapLink": Self.mapLink(place) ?? "",
        ]
        if let free = view.free { values["capacityLeft"] = free }
        values["attendees"] = view.attendees.map { row in
            [
                "name": row.name, "status": row.answer.status.rawValue,
                "statusWord": Self.word(for: row.answer),
            ]
        }
        // Mustache takes an empty text for something that is there.
        return values.filter { ($0.value as? String)?.isEmpty != true }
    }

    private var deadline: String {
        guard let deadline = outing.state.deadline else { return "" }
        let zone = TimeZone(identifier: outing.state.zone) ?? .gmt
        return Self.sentence(ZonedTime(deadline, in: zone))
    }

    /// "Thursday 11 March, 12:30", with the end's clock if there is one on that day.
    private static func sentence(_ time: OutingTime) -> String {
        let start = sentence(time.startsAt)
        guard let ends = time.endsAt, ends.wall.day == time.startsAt.wall.day else { return start }
        return "\(start) to \(ends.wall.clock)"
    }

    private static func sentence(_ time: ZonedTime) -> String {
        let zone = TimeZone(identifier: time.zone) ?? .gmt
        let style = Date.FormatStyle(locale: Locale(identifier: "en_GB"), timeZone: zone)
            .weekday(.wide).day().month(.wide)
        return "\(time.instant.formatted(style)), \(time.wall.clock)"
    }

    /// What was recorded, in a sentence: "You are coming with one guest. Leila sees it."
    private static func recorded(_ mine: AttendanceRow?, host: String) -> String {
        guard let answer = mine?.answer else { return "" }
        let what: String
        switch answer.status {
        case .attending:
            switch answer.partySize {
            case 1: what = "You are coming."
            case 2: what = "You are coming with one guest."
            default: what = "You are coming with \(answer.partySize - 1) guests."
            }
        case .maybe: what = "You might come."
        case .declined: what = "You are not coming."
        case .waitlisted: what = "You are on the waiting list."
        case .invited: what = "You have not answered yet."
        }
        return answer.status == .invited ? what : "\(what) \(host) sees it."
    }

    private static func word(for answer: Answer) -> String {
        if answer.role == .host { return "Host" }
        switch answer.status {
        case .attending: return answer.partySize > 1 ? "Coming, \(answer.partySize) seats" : "Coming"
        case .maybe: return "Maybe"
        case .invited: return "Invited"
        case .waitlisted: return "Waiting list"
        case .declined: return "Not coming"
        }
    }

    /// Directions by OpenStreetMap: a link that a person follows, nothing is loaded from there.
    private static func mapLink(_ place: OutingPlace?) -> String? {
        guard let latitude = place?.latitude, let longitude = place?.longitude else { return nil }
        return
            "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=18/\(latitude)/\(longitude)"
    }
}
