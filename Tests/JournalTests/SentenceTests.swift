import Access
import Decisions
import Foundation
import JSON
import Journal
import Localization
import Messages
import News
import NoonishAPI
import Outings
import Series
import Testing

import struct TestSupport.SeededChance

struct SentenceTests {
    private static let reader = PersonID(UUID())
    private static let leila = PersonID(UUID())
    private static let omar = PersonID(UUID())
    private static let message = OutingMessageID(UUID())
    private static let helsinki = TimeZone(identifier: "Europe/Helsinki") ?? .gmt

    /// Said on 10 March 2027, a Wednesday.
    private let words = words(in: "en")

    private static func words(in tag: String, readerZone: TimeZone? = nil) -> SentenceContext {
        SentenceContext(
            language: Catalogue.shipped.language(of: tag), reader: reader, inviter: "Leila",
            names: [leila: "Leila", omar: "Omar"], texts: [message: "Soup?"],
            now: time("2027-03-10T09:00").startsAt.instant,
            zone: helsinki, readerZone: readerZone)
    }

    private static func time(_ starts: String, to ends: String? = nil, zone: String = "Europe/Helsinki")
        -> OutingTime
    {
        OutingTime(
            startsAt: ZonedTime(text: starts, zone: zone) ?? ZonedTime(.distantPast, in: .gmt),
            endsAt: ends.flatMap { ZonedTime(text: $0, zone: zone) })
    }

    struct Example: Sendable, CustomTestStringConvertible {
        let change: Change
        let says: String
        var testDescription: String { says }

        init(_ change: Change, _ says: String) {
            self.change = change
            self.says = says
        }
    }

    static let times: [Example] = [
        Example(.time(from: nil, to: time("2027-03-11T12:30")), "the time is set: Thursday 11 March, 12:30"),
        Example(
            .time(from: nil, to: time("2027-03-11T12:30", to: "2027-03-11T14:00")),
            "the time is set: Thursday 11 March, 12:30 to 14:00"),
        Example(
            .time(from: nil, to: time("2028-02-29T12:30")),
            "the time is set: Tuesday 29 February 2028, 12:30"
        ),
        Example(
            .time(from: time("2027-03-11T12:30"), to: nil),
            "the time is open again, it was Thursday 11 March, 12:30"),
        Example(
            .time(from: time("2027-03-11T12:30"), to: time("2027-03-11T13:00")), "13:00 instead of 12:30"),
        Example(
            .time(from: time("2027-03-11T12:30"), to: time("2027-03-12T12:30")),
            "Friday 12 March, 12:30 instead of Thursday 11 March, 12:30"),
        Example(
            .time(
                from: time("2027-03-11T12:30", to: "2027-03-11T14:00"),
                to: time("2027-03-11T13:00", to: "2027-03-11T14:30")), "13:00 instead of 12:30"),
        Example(
            .time(
                from: time("2027-03-11T12:30", to: "2027-03-11T14:00"),
                to: time("2027-03-11T13:00", to: "2027-03-11T15:00")),
            "13:00 to 15:00 instead of 12:30 to 14:00"),
        Example(
            .time(from: time("2027-03-11T12:30"), to: time("2027-03-11T12:30", to: "2027-03-11T14:00")),
            "it ends at 14:00"),
        Example(
            .time(
                from: time("2027-03-11T12:30", to: "2027-03-11T14:00"),
                to: time("2027-03-11T12:30", to: "2027-03-12T01:00")),
            "it ends at Friday 12 March, 01:00 instead of 14:00"),
        Example(
            .time(from: time("2027-03-11T12:30", to: "2027-03-11T14:00"), to: time("2027-03-11T12:30")),
            "the end is open"),
        Example(
            .time(from: time("2027-03-11T12:30"), to: time("2027-03-11T12:30", zone: "America/New_York")),
            "12:30 (New York time) instead of 12:30 (Helsinki time)"),
    ]

    static let facts: [Example] = [
        Example(.cancellation(from: nil, to: Cancellation(reason: nil)), "it is cancelled"),
        Example(
            .cancellation(from: nil, to: Cancellation(reason: "The cook is ill")),
            "it is cancelled: The cook is ill"),
        Example(
            .cancellation(from: Cancellation(reason: nil), to: Cancellation(reason: "Rain")),
            "it stays cancelled: Rain"),
        Example(.cancellation(from: Cancellation(reason: "Rain"), to: nil), "it takes place after all"),
        Example(
            .place(from: OutingPlace(name: "Burger Shack"), to: OutingPlace(name: "Kabob & Curry")),
            "Kabob & Curry instead of Burger Shack"),
        Example(
            .place(from: nil, to: OutingPlace(name: "Kabob & Curry", address: "Thayer St 261")),
            "the place is set: Kabob & Curry, Thayer St 261"),
        Example(
            .place(from: OutingPlace(name: "Burger Shack"), to: nil),
            "the place is open again, it was Burger Shack"),
        Example(
            .place(
                from: OutingPlace(name: "Burger Shack", address: "Elm 1"),
                to: OutingPlace(name: "Burger Shack", address: "Elm 3")), "Burger Shack is at Elm 3"),
        Example(
            .place(
                from: OutingPlace(name: "Burger Shack"), to: OutingPlace(name: "Burger Shack", phone: "+1401")
            ),
            "Burger Shack has new contact details"),
        Example(.title(from: "Lunch", to: "Brunch"), "it is called “Brunch” instead of “Lunch”"),
        Example(.note(from: nil, to: "Bring\ncash"), "there is a note: “Bring cash”"),
        Example(.note(from: "a", to: "Bring cash"), "the note now says: “Bring cash”"),
        Example(.note(from: "a", to: nil), "the note is gone"),
        Example(.capacity(from: nil, to: 1), "there is 1 seat"),
        Example(.capacity(from: nil, to: 12), "there are 12 seats"),
        Example(.capacity(from: 10, to: 12), "12 seats instead of 10"),
        Example(.capacity(from: 12, to: nil), "seats are no longer limited"),
        Example(
            .deadline(from: nil, to: time("2027-03-11T18:00").startsAt.instant),
            "answer by Thursday 11 March, 18:00"),
        Example(
            .deadline(
                from: time("2027-03-11T18:00").startsAt.instant, to: time("2027-03-12T18:00").startsAt.instant
            ),
            "answer by Friday 12 March, 18:00 instead of Thursday 11 March, 18:00"),
        Example(
            .deadline(from: time("2027-03-11T18:00").startsAt.instant, to: nil),
            "there is no date to answer by any more"),
    ]

    private static func answer(
        _ status: AttendanceStatus, _ partySize: Int = 1, _ role: AttendanceRole = .invitee
    ) -> Answer {
        Answer(role: role, status: status, partySize: partySize)
    }

    static let people: [Example] = [
        Example(.attendee(reader, from: nil, to: answer(.invited)), "Leila invites you"),
        Example(.attendee(reader, from: answer(.attending), to: nil), "you are no longer on the list"),
        Example(.attendee(omar, from: nil, to: answer(.invited)), "one more friend is invited"),
        Example(.attendee(leila, from: nil, to: answer(.attending, 2)), "Leila is coming with one guest"),
        Example(.attendee(omar, from: answer(.attending), to: nil), "Omar is no longer on the list"),
        Example(.attendee(leila, from: answer(.invited), to: answer(.attending)), "Leila is coming"),
        Example(
            .attendee(leila, from: answer(.invited), to: answer(.attending, 2)),
            "Leila is coming with one guest"),
        Example(
            .attendee(leila, from: answer(.attending, 2), to: answer(.attending, 4)),
            "Leila is coming with 3 guests"),
        Example(.attendee(leila, from: answer(.invited), to: answer(.maybe)), "Leila may come"),
        Example(.attendee(leila, from: answer(.attending), to: answer(.declined)), "Leila is not coming"),
        Example(
            .attendee(leila, from: answer(.invited), to: answer(.waitlisted)), "Leila is on the waiting list"),
        Example(
            .attendee(leila, from: answer(.attending), to: answer(.invited)), "Leila has not decided yet"),
        Example(
            .attendee(PersonID(UUID()), from: answer(.invited), to: answer(.declined)),
            "somebody is not coming"),
        Example(
            .attendee(reader, from: answer(.invited), to: answer(.attending, 2)),
            "you are down as coming with one guest"),
        Example(
            .attendee(reader, from: answer(.invited), to: answer(.maybe)), "you are down as perhaps coming"),
        Example(
            .attendee(reader, from: answer(.attending), to: answer(.declined)), "you are down as not coming"),
        Example(
            .attendee(reader, from: answer(.attending), to: answer(.waitlisted)),
            "you are on the waiting list"),
        Example(
            .attendee(reader, from: answer(.attending), to: answer(.invited)), "your answer is open again"),
        Example(
            .attendee(reader, from: answer(.waitlisted), to: answer(.attending)),
            "a seat came free: you are coming"),
        Example(
            .attendee(omar, from: answer(.waitlisted, 3), to: answer(.attending, 3)),
            "Omar waited and has seats now, with 2 guests"),
        Example(.claim(omar), "Omar has an account now"),
        Example(
            .attendee(omar, from: answer(.maybe), to: answer(.maybe, 1, .cohost)), "Omar is now a cohost"),
        Example(
            .attendee(omar, from: answer(.maybe, 1, .cohost), to: answer(.maybe)),
            "Omar is no longer a cohost"),
        Example(
            .attendee(reader, from: answer(.maybe), to: answer(.maybe, 1, .cohost)), "you are now a cohost"),
        Example(
            .attendee(reader, from: answer(.attending, 1, .host), to: answer(.attending)),
            "you are no longer the host"),
        Example(
            .attendee(omar, from: answer(.maybe), to: answer(.attending, 1, .host)),
            "Omar is now the host; Omar is coming"),
    ]

    static let happenings: [Example] = [
        Example(.reminder(time("2027-03-11T12:30")), "it is soon: Thursday 11 March, 12:30"),
        Example(.answerWanted(by: nil), "an answer is wanted"),
        Example(
            .answerWanted(by: time("2027-03-11T18:00").startsAt.instant),
            "an answer is wanted by Thursday 11 March, 18:00"),
        Example(.everyoneAnswered, "everyone has answered"),
        Example(.openThen(from: nil, to: .closed), "the place is closed then, as far as its hours are known"),
        Example(.openThen(from: .closed, to: .open), "the place is open then after all"),
        Example(
            .openThen(from: .open, to: .unknown), "nobody knows whether the place is open then: call to ask"),
        Example(
            .seatOffer(reader, from: nil, to: time("2027-03-11T18:00").startsAt.instant),
            "your seat is kept until Thursday 11 March, 18:00: take it or pass it on"),
        Example(
            .seatOffer(reader, from: time("2027-03-11T18:00").startsAt.instant, to: nil),
            "the seat that was kept for you went to the next: answer again to wait for another"),
        Example(.requeue(reader), "you are at the end of the waiting list again"),
        Example(.requeue(omar), "Omar is at the end of the waiting list again"),
        Example(
            .linkRush(LinkID(UUID())),
            "10 people joined by one share link within a minute: end the link if you don’t know them"),
        Example(.ratingWanted(OutingPlace(name: "Burger Shack")), "how was Burger Shack?"),
        Example(.offer(deal, from: nil, to: "Two for one"), "there is an offer there then: Two for one"),
        Example(
            .offer(deal, from: "Two for one", to: nil), "the offer does not hold any more then: Two for one"),
        Example(.seriesToo, "and so for all that follow in the series"),
        Example(
            .message(message, omar, from: nil, to: MessageSnapshot(mentions: [])), "Omar writes: “Soup?”"),
        Example(
            .message(message, omar, from: nil, to: MessageSnapshot(mentions: [reader])),
            "Omar mentions you: “Soup?”"),
        Example(
            .message(OutingMessageID(UUID()), omar, from: nil, to: MessageSnapshot(mentions: [])),
            "Omar wrote something that is deleted by now"),
    ]

    private static let idea = SuggestionID(UUID())
    private static let deal = OfferID(UUID())
    private static let vote = PollID(UUID())
    private static let kruunu = ProposalSummary.Place.restaurant(RestaurantID(UUID()), name: "Kolme Kruunua")

    private static func made(_ gist: ProposalSummary) -> Change {
        .suggestion(idea, by: omar, from: nil, to: SuggestionSnapshot(.open, gist))
    }

    private static func ended(_ gist: ProposalSummary?, isDrawn: Bool = false, isApplied: Bool = false)
        -> Change
    {
        .poll(
            vote, from: nil,
            to: PollSnapshot(
                isOpen: false, closesAt: time("2027-03-10T18:00").startsAt.instant, options: 3, winner: gist,
                isDrawn: isDrawn, isApplied: isApplied))
    }

    static let decisions: [Example] = [
        Example(
            made(ProposalSummary(time: time("2027-03-11T13:00"))), "Omar suggests Thursday 11 March, 13:00"),
        Example(made(ProposalSummary(place: kruunu)), "Omar suggests Kolme Kruunua"),
        Example(made(ProposalSummary(place: .unlisted)), "Omar suggests another place"),
        Example(
            made(ProposalSummary(time: time("2027-03-11T13:00"), place: kruunu)),
            "Omar suggests Thursday 11 March, 13:00 at Kolme Kruunua"),
        Example(made(ProposalSummary(guest: .byMail)), "Omar suggests inviting somebody"),
        Example(
            .suggestion(
                idea, by: omar, from: nil,
                to: SuggestionSnapshot(.accepted, ProposalSummary(time: time("2027-03-11T13:00")))
            ),
            "this was Omar’s suggestion"),
        Example(
            .suggestion(
                idea, by: reader, from: nil,
                to: SuggestionSnapshot(.accepted, ProposalSummary(time: time("2027-03-11T13:00")))),
            "this was your suggestion"),
        Example(
            .suggestion(
                idea, by: reader, from: nil, to: SuggestionSnapshot(.denied, ProposalSummary(place: kruunu))),
            "your suggestion was not taken: Kolme Kruunua"),
        Example(
            .suggestion(
                idea, by: reader, from: nil,
                to: SuggestionSnapshot(.denied, ProposalSummary(place: kruunu), reason: "Too far")
            ),
            "your suggestion was not taken: Kolme Kruunua – “Too far”"),
        Example(
            .poll(
                vote, from: nil,
                to: PollSnapshot(
                    isOpen: true, closesAt: time("2027-03-10T18:00").startsAt.instant, options: 3)),
            "a vote on 3 possibilities is open until Wednesday 10 March, 18:00"),
        Example(ended(nil), "the vote is over without a result"),
        Example(ended(ProposalSummary(place: kruunu)), "the vote is over: most want Kolme Kruunua"),
        Example(
            ended(ProposalSummary(place: kruunu), isDrawn: true),
            "the vote was a tie; the lot fell on Kolme Kruunua"),
        Example(ended(ProposalSummary(place: kruunu), isApplied: true), "the vote decided it"),
        Example(
            ended(ProposalSummary(place: kruunu), isDrawn: true, isApplied: true),
            "the vote was a tie, and a lot decided it"),
    ]

    @Test(arguments: times + facts + people + happenings + decisions + orders)
    func `every kind of change has its words`(example: Example) {
        #expect(words.clauses([example.change]) == [example.says])
    }

    @Test func `several changes are one sentence`() {
        let changes: [Change] = [
            .time(from: Self.time("2027-03-11T12:30"), to: Self.time("2027-03-11T13:00")),
            .place(from: OutingPlace(name: "Burger Shack"), to: OutingPlace(name: "Kabob & Curry")),
            .attendee(Self.omar, from: nil, to: Answer()),
        ]

        let sentence = words.sentence(changes)

        #expect(
            sentence
                == "13:00 instead of 12:30; Kabob & Curry instead of Burger Shack; one more friend is invited."
        )
    }

    @Test func `people invited are counted, whatever their number`() {
        let changes = (0..<3).map { _ in Change.attendee(PersonID(UUID()), from: nil, to: Answer()) }

        #expect(words.sentence(changes) == "3 more friends are invited.")
    }

    @Test func `after five answers the rest is counted`() {
        let changes = (0..<7).map { _ in
            Change.attendee(PersonID(UUID()), from: Answer(), to: Answer(status: .declined))
        }

        let clauses = words.clauses(changes)

        #expect(clauses.count == 6)
        #expect(clauses.last == "and 2 more answers")
    }

    @Test
    func `messages are counted, and who wrote last is named; what mentions the reader is said by itself`() {
        let changes: [Change] = [
            .message(OutingMessageID(UUID()), Self.omar, from: nil, to: MessageSnapshot(mentions: [])),
            .message(Self.message, Self.omar, from: nil, to: MessageSnapshot(mentions: [Self.reader])),
            .message(OutingMessageID(UUID()), Self.leila, from: nil, to: MessageSnapshot(mentions: [])),
        ]

        #expect(
            words.sentence(changes)
                == "Omar mentions you: “Soup?”; 2 new messages, the last from Leila.")
    }

    @Test func `a sentence ends once`() {
        #expect(
            words.sentence([.cancellation(from: nil, to: Cancellation(reason: "Rain!"))])
                == "It is cancelled: Rain!")
        #expect(words.sentence([.note(from: nil, to: "Bring cash")]) == "There is a note: “Bring cash”")
        #expect(words.sentence([]) == "")
    }

    @Test func `a long note is cut`() {
        let clause = words.clauses([.note(from: nil, to: String(repeating: "é", count: 300))])[0]

        #expect(clause == "there is a note: “\(String(repeating: "é", count: 200))…”")
    }

    @Test(arguments: times + facts + people + happenings + decisions + orders, ["fi", "ar", "ja"])
    func `every kind of change has its words in every language`(example: Example, tag: String) throws {
        let says = try #require(ChangeTranslations.all[example.says]?[tag], "an example in every language")

        #expect(Self.words(in: tag).clauses([example.change]) == [says])
    }

    static let examples = times + facts + people + happenings + decisions + orders

    /// A zone is worded by the time that moves with it, and is of no concern without one. Text fields share the sentences
    /// of the test below.
    @Test(
        arguments: ChangeRegistry.all.kinds.filter { !($0 is any TextFieldChange.Type) }
            .flatMap { kind in kind.names }.filter { $0 != "zone_changed" })
    func `every name of every kind has an example, but for those that say nothing`(name: String) {
        let silent = ["suggestion_withdrawn", "message_edited", "message_deleted"]

        #expect(Self.examples.contains { $0.change.name == name } || silent.contains(name))
    }

    static let textFields = OutingState.plainFields.filter { $0 is any TextFieldChange.Type }

    @Test(arguments: textFields.map { $0.name.description }, ["en", "fi", "ar", "ja"])
    func `every text field has its sentences and its label in every language`(name: String, tag: String)
        throws
    {
        let words = Self.words(in: tag)
        let field = try #require(Self.textFields.first { $0.name.description == name })
        let values: [(JSONValue, JSONValue)] = [
            (.null, "Black tie"), ("Jeans", "Black tie"), ("Jeans", .null),
        ]
        let changes = try values.map {
            let stored: JSONValue = ["kind": .string(field.names[0]), "previous": $0, "current": $1]
            return try #require(Change(stored))
        }

        let clauses = changes.map { words.clauses([$0]).joined() }

        #expect(Set(clauses).count == 3 && !clauses.contains(""), "\(clauses)")
        #expect(clauses.map { $0.contains("Black tie") } == [true, true, false], "\(clauses)")
        #expect(words.language.knows("mail.\(name)"))
    }

    @Test(arguments: [
        ("en", "13:00 instead of 12:30; Kabob & Curry instead of Burger Shack."),
        ("fi", "Uusi aika: 13.00 (ennen 12.30); uusi paikka: Kabob & Curry (ennen Burger Shack)."),
        ("ja", "日時が12:30から13:00に変わりました。場所がBurger ShackからKabob & Curryに変わりました。"),
        (
            "ar",
            "الموعد الآن 1:00\u{a0}م بدلاً من 12:30\u{a0}م؛ المكان الآن \u{2068}Kabob & Curry\u{2069} بدلاً من \u{2068}Burger Shack\u{2069}."
        ),
    ])
    func `a sentence is joined and ended as the language has it`(tag: String, says: String) {
        let sentence = Self.words(in: tag).sentence([
            .time(from: Self.time("2027-03-11T12:30"), to: Self.time("2027-03-11T13:00")),
            .place(from: OutingPlace(name: "Burger Shack"), to: OutingPlace(name: "Kabob & Curry")),
        ])

        #expect(sentence == says)
    }

    @Test(arguments: [
        (1, "دُعي صديق آخر."), (2, "دُعي صديقان آخران."), (3, "دُعي 3 أصدقاء آخرين."), (11, "دُعي 11 صديقًا آخر."),
        (100, "دُعي 100 صديق آخر."),
    ])
    func `numbers take the forms of Arabic`(count: Int, says: String) {
        let changes = (0..<count).map { _ in
            Change.attendee(PersonID(UUID()), from: nil, to: Answer())
        }

        #expect(Self.words(in: "ar").sentence(changes) == says)
    }

    @Test(arguments: [
        ("en", "America/New_York", "The time is set: Thursday 11 March, 12:30 (05:30 your time)."),
        ("en", "Pacific/Auckland", "The time is set: Thursday 11 March, 12:30 (23:30 your time)."),
        (
            "en", "Pacific/Kiritimati",
            "The time is set: Thursday 11 March, 12:30 (Friday 12 March, 00:30 your time)."
        ),
        (
            "fi", "Europe/Stockholm",
            "Aika on sovittu: torstai 11. maaliskuuta klo 12.30 (sinun aikaasi 11.30)."
        ),
        ("ja", "Asia/Tokyo", "日時が3月11日(木) 12:30（あなたの地域では19:30）に決まりました。"),
        ("en", "Europe/Tallinn", "The time is set: Thursday 11 March, 12:30."),
    ])
    func `the reader's own time stands beside the outing's where it differs`(
        tag: String, zone: String, says: String
    ) {
        let words = Self.words(in: tag, readerZone: TimeZone(identifier: zone))

        #expect(words.sentence([.time(from: nil, to: Self.time("2027-03-11T12:30"))]) == says)
    }

    @Test(arguments: ["en", "fi", "ar", "ja"])
    func `every status can be said of everybody`(tag: String) {
        var said: Set<String> = []
        for person in [Self.reader, Self.omar] {
            for status in AttendanceStatus.allCases {
                let old = Self.answer(status == .maybe ? .declined : .maybe)
                said.formUnion(
                    Self.words(in: tag).clauses([.attendee(person, from: old, to: Self.answer(status))]))
                said.formUnion(
                    Self.words(in: tag).clauses([.attendee(person, from: old, to: Self.answer(status, 3))]))
            }
        }

        #expect(said.count >= 14)
        #expect(said.allSatisfy { !$0.contains("change.") })
    }

    @Test(arguments: [
        ("fi-FI", "fi"), ("en_GB", "en"), ("ar-EG", "ar"), ("ja", "ja"), ("sv-FI", "en"), (nil, "en"),
        ("", "en"),
    ])
    func `a locale that nobody translated is told in English`(locale: String?, tag: String) {
        #expect(Catalogue.shipped.language(of: locale).tag == tag)
    }
}
