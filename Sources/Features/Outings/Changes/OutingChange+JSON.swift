internal import Foundation
package import JSON
internal import NoonishAPI

// How a change lies in `change.patch` and travels in an Update: ids, times and what the hosts wrote, never another
// person's name or words. Names are looked up when it is read, so that erasing a person's row is enough.

extension OutingChange: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { object in
            object.field("kind", kind)
            switch self {
            case .cancellation(let old, let new):
                object.field("previous", old)
                object.field("current", new)
            case .time(let old, let new):
                object.field("previous", old)
                object.field("current", new)
            case .zone(let old, let new), .title(let old, let new):
                object.field("previous", old)
                object.field("current", new)
            case .place(let old, let new):
                object.field("previous", old)
                object.field("current", new)
            case .note(let old, let new):
                object.field("previous", old)
                object.field("current", new)
            case .deadline(let old, let new):
                object.field("previous", old)
                object.field("current", new)
            case .capacity(let old, let new):
                object.field("previous", old)
                object.field("current", new)
            case .attendee(let person, let old, let new):
                object.field("person", person)
                object.field("previous", old)
                object.field("current", new)
            case .claim(let person): object.field("person", person)
            case .reminder(let time): object.field("current", time)
            case .answerWanted(let deadline): object.field("current", deadline)
            case .everyoneAnswered, .seriesToo: break
            case .openThen(let old, let new):
                object.field("previous", old)
                object.field("current", new)
            case .seatOffer(let person, let old, let new):
                object.field("person", person)
                object.field("previous", old)
                object.field("current", new)
            case .ratingWanted(let place): object.field("current", place)
            case .offer(let offer, let old, let new):
                object.field("id", offer)
                object.field("previous", old)
                object.field("current", new)
            case .message(let message, let author, let old, let new):
                object.field("message", message)
                object.field("person", author)
                object.field("previous", old)
                object.field("current", new)
            case .suggestion(let id, let author, let old, let new):
                object.field("id", id)
                object.field("person", author)
                object.field("previous", old)
                object.field("current", new)
            case .poll(let id, let old, let new):
                object.field("id", id)
                object.field("previous", old)
                object.field("current", new)
            }
        }
    }

    /// - Returns: Nil for a kind that this program does not know: a newer one wrote it. The caller logs and skips it.
    package init?(_ value: JSONValue) {
        guard case .object(let object) = value, case .string(let kind)? = object["kind"] else { return nil }
        let old = object["previous"] ?? .null
        let new = object["current"] ?? .null
        switch kind {
        case "outing_cancelled", "outing_reactivated":
            self = .cancellation(from: Cancellation(old), to: Cancellation(new))
        case "time_set", "time_moved", "time_cleared":
            self = .time(from: OutingTime(old), to: OutingTime(new))
        case "place_set", "place_changed", "place_cleared":
            self = .place(from: OutingPlace(old), to: OutingPlace(new))
        case "zone_changed":
            guard let old = old.text, let new = new.text else { return nil }
            self = .zone(from: old, to: new)
        case "title_changed":
            guard let old = old.text, let new = new.text else { return nil }
            self = .title(from: old, to: new)
        case "note_changed":
            self = .note(from: old.text, to: new.text)
        case "deadline_changed":
            self = .deadline(from: old.instant, to: new.instant)
        case "capacity_changed":
            self = .capacity(from: old.whole, to: new.whole)
        case "person_invited", "person_removed", "person_answered", "cohost_added", "cohost_removed",
            "host_changed":
            guard let person = object["person"]?.text.flatMap({ PersonID($0) }) else { return nil }
            self = .attendee(person, from: Answer(old), to: Answer(new))
        case "person_claimed":
            guard let person = object["person"]?.text.flatMap({ PersonID($0) }) else { return nil }
            self = .claim(person)
        case "reminder":
            guard let time = OutingTime(new) else { return nil }
            self = .reminder(time)
        case "answer_wanted":
            self = .answerWanted(by: new.instant)
        case "everyone_answered":
            self = .everyoneAnswered
        case "open_then", "closed_then", "hours_unknown":
            self = .openThen(
                from: old.text.flatMap { OpenStatus.State(rawValue: $0) },
                to: new.text.flatMap { OpenStatus.State(rawValue: $0) })
        case "seat_offered", "seat_offer_ended":
            guard let person = object["person"]?.text.flatMap({ PersonID($0) }) else { return nil }
            self = .seatOffer(person, from: old.instant, to: new.instant)
        case "series_too":
            self = .seriesToo
        case "rating_wanted":
            guard let place = OutingPlace(new) else { return nil }
            self = .ratingWanted(place)
        case "offer_found", "offer_ended":
            guard let id = object["id"]?.text.flatMap({ OfferID($0) }) else { return nil }
            self = .offer(id, from: old.text, to: new.text)
        case "message_posted", "message_edited", "message_deleted":
            guard let person = object["person"]?.text.flatMap({ PersonID($0) }),
                let message = object["message"]?.text.flatMap({ OutingMessageID($0) })
            else { return nil }
            self = .message(message, person, from: Posted(old), to: Posted(new))
        case "suggestion_made", "suggestion_accepted", "suggestion_denied", "suggestion_withdrawn":
            guard let id = object["id"]?.text.flatMap({ SuggestionID($0) }),
                let author = object["person"]?.text.flatMap({ PersonID($0) })
            else { return nil }
            self = .suggestion(id, by: author, from: SuggestionNews(old), to: SuggestionNews(new))
        case "poll_opened", "poll_closed":
            guard let id = object["id"]?.text.flatMap({ PollID($0) }) else { return nil }
            self = .poll(id, from: PollNews(old), to: PollNews(new))
        default:
            return nil
        }
    }
}

extension Cancellation: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { $0.field("reason", reason) }
    }

    init?(_ value: JSONValue) {
        guard case .object(let object) = value else { return nil }
        reason = object["reason"]?.text
    }
}

extension OutingTime: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("startsAt", startsAt.text)
            $0.field("endsAt", endsAt?.text)
            $0.field("timeZone", startsAt.zone)
        }
    }

    init?(_ value: JSONValue) {
        guard case .object(let object) = value, let zone = object["timeZone"]?.text,
            let starts = object["startsAt"]?.text.flatMap({ ZonedTime(text: $0, zone: zone) })
        else { return nil }
        startsAt = starts
        endsAt = object["endsAt"]?.text.flatMap { ZonedTime(text: $0, zone: zone) }
    }
}

extension OutingPlace: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("restaurantId", restaurant)
            $0.field("name", name)
            $0.field("address", address)
            $0.field("phone", phone)
            $0.field("website", website)
            $0.field("latitude", latitude)
            $0.field("longitude", longitude)
            $0.field("attribution", ifPresent: attribution)
        }
    }

    init?(_ value: JSONValue) {
        guard case .object(let object) = value, let name = object["name"]?.text else { return nil }
        self.name = name
        restaurant = object["restaurantId"]?.text.flatMap { RestaurantID($0) }
        address = object["address"]?.text
        phone = object["phone"]?.text
        website = object["website"]?.text
        latitude = object["latitude"]?.number
        longitude = object["longitude"]?.number
        attribution = object["attribution"]?.text
    }
}

extension Posted: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { $0.field("mentions", mentions) }
    }

    init?(_ value: JSONValue) {
        guard case .object(let object) = value, case .array(let mentions)? = object["mentions"] else {
            return nil
        }
        self.init(mentions: mentions.compactMap { $0.text.flatMap { PersonID($0) } })
    }
}

extension Answer: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("role", role)
            $0.field("status", status)
            $0.field("partySize", partySize)
        }
    }

    init?(_ value: JSONValue) {
        guard case .object(let object) = value,
            let role = object["role"]?.text.flatMap({ AttendanceRole(rawValue: $0) }),
            let status = object["status"]?.text.flatMap({ AttendanceStatus(rawValue: $0) }),
            let partySize = object["partySize"]?.whole
        else { return nil }
        self.init(role: role, status: status, partySize: partySize)
    }
}

extension JSONValue {
    fileprivate var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    fileprivate var whole: Int? {
        if case .integer(let number) = self { number } else { nil }
    }

    fileprivate var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    fileprivate var instant: Date? {
        text.flatMap { try? Date($0, strategy: .iso8601) }
    }
}
