import Foundation
package import HTTPKit
import HTTPTypes
import JSON
import NoonishAPI
import Postgres

/// Problems of outings.
package enum OutingProblems {
    static func time(_ fault: ZonedTime.Fault, text: String, zone: String, pointer: String) -> Problem {
        switch fault {
        case .malformed:
            .unprocessable(
                "malformed_time", "Write a time as 2027-03-11T12:30, or with an offset.", pointer: pointer)
        case .outOfRange:
            .unprocessable("time_out_of_range", "Choose a year from 2000 to 2199.", pointer: pointer)
        case .unknownZone:
            .unprocessable(
                "unknown_time_zone", "\(zone) is not the name of a time zone.", pointer: "/timeZone")
        case .skipped(let before, let after):
            .unprocessable(
                "time_skipped",
                "That time does not exist in \(zone) because the clocks change. Use \(before.clock) or \(after.clock).",
                pointer: pointer
            ).withArguments(["zone": .text(zone), "before": .text(before.clock), "after": .text(after.clock)])
        }
    }

    package static let endBeforeStart = Problem.unprocessable(
        "end_before_start", "The end is before the start.", pointer: "/endsAt")

    package static let tooLong = Problem.unprocessable(
        "too_long", "An outing can last at most two weeks.", pointer: "/endsAt")

    static let endWithoutStart = Problem.unprocessable(
        "end_without_start", "An end time needs a start time.", pointer: "/endsAt")

    package static let unknownRestaurant = Problem.unprocessable(
        "unknown_restaurant", "There is no such restaurant.", pointer: "/restaurantId")

    /// - Parameters:
    ///   - free: The seats that other people have not taken.
    ///   - own: Those of them that the caller has, of which the text does not speak as free.
    static func full(free: Int, own: Int = 0) -> Problem {
        let left = max(0, free - own)
        return .conflict(
            "full",
            left == 0
                ? "All seats are taken." : "Only \(left) \(left == 1 ? "seat is" : "seats are") free.",
            members: [Problem.Member("free", max(0, free))]
        ).withArguments(["free": .number(left)])
    }

    package static func capacityBelowSeatsTaken(_ going: Int) -> Problem {
        .conflict(
            "capacity_below_going",
            "\(going) \(going == 1 ? "seat is" : "seats are") already taken.",
            members: [Problem.Member("going", going)]
        ).withArguments(["going": .number(going)])
    }

    /// An outing cannot change its place or be deleted while a place has its order. Thrown by the feature of orders.
    package static let orderPlaced = Problem.conflict(
        "order_placed", "The order has been placed. Cancel it or take it back first.")
    static let notAttending = Problem.conflict("not_coming", "You said you’re not coming.")
    static let dietsInSettings = Problem.unprocessable(
        "diets_in_settings", "Set your diet in your account settings.", pointer: "/diets")
    static let answersDue = Problem.conflict(
        "answers_due", "The deadline for answers has passed. Ask the host to add your answer.")
    static let notWaiting = Problem.conflict("not_waiting", "You are not on the waiting list.")
    static let noSeatYet = Problem.conflict(
        "no_seat_yet", "No seat is free for you yet. We’ll notify you when one is.")
    static let offerEnded = Problem.conflict(
        "offer_ended", "The offer has expired, and the seat went to the next person.")

    package static let done = Problem.conflict(
        "outing_done", "This outing is over; only its note can be edited.")
    package static let answersClosed = Problem.conflict(
        "outing_done", "This outing is over; answers are closed.")
    static let nudgedTooLate = Problem.conflict(
        "nudged_too_late",
        "The deadline for answers has passed. Move it before you send a reminder.")
    package static let cancelled = Problem.conflict("outing_cancelled", "This outing was cancelled.")
    package static let started = Problem.conflict("outing_started", "This outing has already started.")
    static let hostStays = Problem.conflict(
        "host_stays", "An outing needs a host. Hand it over to someone on the list first, or cancel it.")
    static let needsAccount = Problem.unprocessable(
        "needs_account", "A host needs an account. Ask them to sign in from their invitation first.")
    static let notOnTheList = Problem.unprocessable(
        "not_on_the_list", "Only people on the list can become the host. Invite them first.",
        pointer: "/personId")
    static let ownOuting = Problem.conflict("own_outing", "This is your own outing; answer on its page.")
    static let shared = Problem.conflict(
        "outing_shared", "This outing has been shared; cancel it instead.")
    static let addressInSettings = Problem.unprocessable(
        "address_in_settings", "A member’s address is in their settings.", pointer: "/email")
    static let everyoneAnswered = Problem.conflict("nobody_to_ask", "Everyone has answered.")

    /// Returns 409 with the time from which a reminder is possible.
    static func nudgedRecently(nextAt: Date, now: Date) -> Problem {
        var problem = Problem.conflict(
            "nudged_recently", "They were already reminded. Try again tomorrow.",
            members: [Problem.Member("nextAt", nextAt)])
        problem.headers[.retryAfter] = String(max(1, Int(nextAt.timeIntervalSince(now).rounded(.up))))
        return problem
    }

    static let nothingToUndo = Problem.conflict("nothing_to_undo", "There is no such edit to undo.")
    static let editedSince = Problem.conflict(
        "edited_since", "A field has changed since this edit; edit it directly.")
    static let newerAnswer = Problem.conflict("newer_answer", "There is already a newer answer.")

    package static func notAFriend(_ pointer: String) -> Problem.Fault {
        .init(
            pointer, "not_a_friend",
            "Invite friends and people you’ve shared an outing with, or use a mail address."
        )
    }

    static func unknownCircle(_ pointer: String) -> Problem.Fault {
        .init(pointer, "unknown_circle", "That isn’t one of your circles.")
    }

    package static func tooManyInvitees(_ count: Int) -> Problem {
        .unprocessable(
            "too_many_invitees",
            "An outing can have at most \(OutingLimits.invitees) people; this would make \(count).")
    }

    package static let mailLimit = Problem.tooManyRequests(retryAfterSeconds: 3_600)

    static func dailyLimit(_ most: Int) -> Problem {
        Problem(
            "daily_limit", .tooManyRequests, title: "Too many requests",
            detail: "You have created \(most) today, as many as one person can. Try again tomorrow.",
            members: [Problem.Member("most", most), Problem.Member("left", 0)],
            headers: [.retryAfter: "3600"]
        ).withArguments(["most": .number(most)])
    }

    static let tooManyLinks = Problem.conflict(
        "too_many_links",
        "This outing already has \(OutingLimits.links) links. End one that you no longer need."
    ).withLimit(OutingLimits.links)
    static let noPlaceByLink = Problem.conflict(
        "no_place_by_link", "This outing takes no more people by links. Ask the host to invite you.")
    static func partyTooLarge(_ most: Int) -> Problem {
        .unprocessable(
            "party_too_large", "A party that comes by a link can be at most \(most).", pointer: "/partySize"
        ).withArguments(["most": .number(most)])
    }
    static let noAddress = Problem.conflict(
        "no_address", "This person was not invited by mail and has no mail address.")
    static let belongsToOtherAccount = Problem.conflict(
        "somebody_elses", "This invitation belongs to another account. Sign in there, or answer as a guest.")

    static let nameNeeded = Problem.unprocessable("name_needed", "Enter your name.", pointer: "/name")
}
