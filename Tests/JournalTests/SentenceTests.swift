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
            names: [leila: "Leila", omar: "Omar"], texts: [.message(message): "Soup?"],
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
        Example(.time(from: nil, to: time("2027-03-11T12:30")), "it’s on Thursday 11 March, 12:30"),
        Example(
            .time(from: nil, to: time("2027-03-11T12:30", to: "2027-03-11T14:00")),
            "it’s on Thursday 11 March, 12:30 to 14:00"),
        Example(
            .time(from: nil, to: time("2028-02-29T12:30")),
            "it’s on Tuesday 29 February 2028, 12:30"
        ),
        Example(
            .time(from: time("2027-03-11T12:30"), to: nil),
            "the time is undecided again (was Thursday 11 March, 12:30)"),
        Example(
            .time(from: time("2027-03-11T12:30"), to: time("2027-03-11T13:00")), "moved to 13:00 (was 12:30)"),
        Example(
            .time(from: time("2027-03-11T12:30"), to: time("2027-03-12T12:30")),
            "moved to Friday 12 March, 12:30 (was Thursday 11 March, 12:30)"),
        Example(
            .time(
                from: time("2027-03-11T12:30", to: "2027-03-11T14:00"),
                to: time("2027-03-11T13:00", to: "2027-03-11T14:30")), "moved to 13:00 (was 12:30)"),
        Example(
            .time(
                from: time("2027-03-11T12:30", to: "2027-03-11T14:00"),
                to: time("2027-03-11T13:00", to: "2027-03-11T15:00")),
            "moved to 13:00 to 15:00 (was 12:30 to 14:00)"),
        Example(
            .time(from: time("2027-03-11T12:30"), to: time("2027-03-11T12:30", to: "2027-03-11T14:00")),
            "new end: 14:00"),
        Example(
            .time(
                from: time("2027-03-11T12:30", to: "2027-03-11T14:00"),
                to: time("2027-03-11T12:30", to: "2027-03-12T01:00")),
            "new end: Friday 12 March, 01:00 (was 14:00)"),
        Example(
            .time(from: time("2027-03-11T12:30", to: "2027-03-11T14:00"), to: time("2027-03-11T12:30")),
            "the end is undecided"),
        Example(
            .time(from: time("2027-03-11T12:30"), to: time("2027-03-11T12:30", zone: "America/New_York")),
            "moved to 12:30 (New York time) (was 12:30 (Helsinki time))"),
    ]

    static let facts: [Example] = [
        Example(.cancellation(from: nil, to: Cancellation(reason: nil)), "it’s cancelled"),
        Example(
            .cancellation(from: nil, to: Cancellation(reason: "The cook is ill")),
            "it’s cancelled: The cook is ill"),
        Example(
            .cancellation(from: Cancellation(reason: nil), to: Cancellation(reason: "Rain")),
            "it stays cancelled: Rain"),
        Example(.cancellation(from: Cancellation(reason: "Rain"), to: nil), "it’s back on"),
        Example(
            .place(from: OutingPlace(name: "Burger Shack"), to: OutingPlace(name: "Kabob & Curry")),
            "now at Kabob & Curry (was Burger Shack)"),
        Example(
            .place(from: nil, to: OutingPlace(name: "Kabob & Curry", address: "Thayer St 261")),
            "it’s at Kabob & Curry, Thayer St 261"),
        Example(
            .place(from: OutingPlace(name: "Burger Shack"), to: nil),
            "the place is undecided again (was Burger Shack)"),
        Example(
            .place(
                from: OutingPlace(name: "Burger Shack", address: "Elm 1"),
                to: OutingPlace(name: "Burger Shack", address: "Elm 3")), "Burger Shack is at Elm 3"),
        Example(
            .place(
                from: OutingPlace(name: "Burger Shack"), to: OutingPlace(name: "Burger Shack", phone: "+1401")
            ),
            "Burger Shack has new contact details"),
        Example(.title(from: "Lunch", to: "Brunch"), "renamed from “Lunch” to “Brunch”"),
        Example(.note(from: nil, to: "Bring\ncash"), "new note: “Bring cash”"),
        Example(.note(from: "a", to: "Bring cash"), "the note now says: “Bring cash”"),
        Example(.note(from: "a", to: nil), "the note was removed"),
        Example(.capacity(from: nil, to: 1), "there’s 1 seat"),
        Example(.capacity(from: nil, to: 12), "there are 12 seats"),
        Example(.capacity(from: 10, to: 12), "12 seats (was 10)"),
        Example(.capacity(from: 12, to: nil), "the number of seats is no longer limited"),
        Example(
            .deadline(from: nil, to: time("2027-03-11T18:00").startsAt.instant),
            "answers are due by Thursday 11 March, 18:00"),
        Example(
            .deadline(
                from: time("2027-03-11T18:00").startsAt.instant, to: time("2027-03-12T18:00").startsAt.instant
            ),
            "answers are due by Friday 12 March, 18:00 (was Thursday 11 March, 18:00)"),
        Example(
            .deadline(from: time("2027-03-11T18:00").startsAt.instant, to: nil),
            "there’s no deadline for answers any more"),
    ]

    private static func answer(
        _ status: AttendanceStatus, _ partySize: Int = 1, _ role: AttendanceRole = .invitee
    ) -> Answer {
        Answer(role: role, status: status, partySize: partySize)
    }

    static let people: [Example] = [
        Example(.attendee(reader, from: nil, to: answer(.invited)), "Leila has invited you"),
        Example(.attendee(reader, from: answer(.attending), to: nil), "you’re no longer on the list"),
        Example(.attendee(omar, from: nil, to: answer(.invited)), "one more person was invited"),
        Example(.attendee(leila, from: nil, to: answer(.attending, 2)), "Leila is coming with one guest"),
        Example(.attendee(omar, from: answer(.attending), to: nil), "Omar is no longer on the list"),
        Example(.attendee(leila, from: answer(.invited), to: answer(.attending)), "Leila is coming"),
        Example(
            .attendee(leila, from: answer(.invited), to: answer(.attending, 2)),
            "Leila is coming with one guest"),
        Example(
            .attendee(leila, from: answer(.attending, 2), to: answer(.attending, 4)),
            "Leila is coming with 3 guests"),
        Example(.attendee(leila, from: answer(.invited), to: answer(.maybe)), "Leila might come"),
        Example(.attendee(leila, from: answer(.attending), to: answer(.declined)), "Leila is not coming"),
        Example(
            .attendee(leila, from: answer(.invited), to: answer(.waitlisted)), "Leila is on the waiting list"),
        Example(
            .attendee(leila, from: answer(.attending), to: answer(.invited)), "Leila hasn’t decided yet"),
        Example(
            .attendee(PersonID(UUID()), from: answer(.invited), to: answer(.declined)),
            "someone is not coming"),
        Example(
            .attendee(reader, from: answer(.invited), to: answer(.attending, 2)),
            "you’re marked as coming with one guest"),
        Example(
            .attendee(reader, from: answer(.invited), to: answer(.maybe)), "you’re marked as maybe"),
        Example(
            .attendee(reader, from: answer(.attending), to: answer(.declined)), "you’re marked as not coming"),
        Example(
            .attendee(reader, from: answer(.attending), to: answer(.waitlisted)),
            "you’re on the waiting list"),
        Example(
            .attendee(reader, from: answer(.attending), to: answer(.invited)), "your answer is needed again"),
        Example(
            .attendee(reader, from: answer(.waitlisted), to: answer(.attending)),
            "a seat came free: you’re coming"),
        Example(
            .attendee(omar, from: answer(.waitlisted, 3), to: answer(.attending, 3)),
            "Omar got seats from the waiting list, with 2 guests"),
        Example(.claim(omar), "Omar now has an account"),
        Example(
            .attendee(omar, from: answer(.maybe), to: answer(.maybe, 1, .cohost)), "Omar is now a cohost"),
        Example(
            .attendee(omar, from: answer(.maybe, 1, .cohost), to: answer(.maybe)),
            "Omar is no longer a cohost"),
        Example(
            .attendee(reader, from: answer(.maybe), to: answer(.maybe, 1, .cohost)), "you’re now a cohost"),
        Example(
            .attendee(reader, from: answer(.attending, 1, .host), to: answer(.attending)),
            "you’re no longer the host"),
        Example(
            .attendee(omar, from: answer(.maybe), to: answer(.attending, 1, .host)),
            "Omar is now the host; Omar is coming"),
    ]

    static let happenings: [Example] = [
        Example(.reminder(time("2027-03-11T12:30")), "it’s soon: Thursday 11 March, 12:30"),
        Example(.answerWanted(by: nil), "please answer"),
        Example(
            .answerWanted(by: time("2027-03-11T18:00").startsAt.instant),
            "please answer by Thursday 11 March, 18:00"),
        Example(.everyoneAnswered, "everyone has answered"),
        Example(
            .openThen(from: nil, to: .closed),
            "the place is closed at that time, according to its opening hours"),
        Example(.openThen(from: .closed, to: .open), "the place is open at that time after all"),
        Example(
            .openThen(from: .open, to: .unknown),
            "we don’t know if the place is open at that time: call ahead"),
        Example(
            .placeListing(vanished: true),
            "the place is no longer listed in our data: it may have closed for good"),
        Example(.placeListing(vanished: false), "the place is listed in our data again"),
        Example(
            .seatOffer(reader, from: nil, to: time("2027-03-11T18:00").startsAt.instant),
            "a seat is free: we’re holding it for you until Thursday 11 March, 18:00"),
        Example(
            .seatOffer(reader, from: time("2027-03-11T18:00").startsAt.instant, to: nil),
            "the seat we held for you went to the next person: answer again to wait for another"),
        Example(.requeue(reader), "you’re at the end of the waiting list again"),
        Example(.requeue(omar), "Omar is at the end of the waiting list again"),
        Example(
            .linkRush(LinkID(UUID())),
            "10 people joined through one share link within a minute: end the link if you don’t know them"),
        Example(.ratingWanted(OutingPlace(name: "Burger Shack")), "how was Burger Shack?"),
        Example(.offer(deal, from: nil, to: "Two for one"), "there’s an offer at that time: Two for one"),
        Example(
            .offer(deal, from: "Two for one", to: nil), "the offer for that time has ended: Two for one"),
        Example(.seriesToo, "the same goes for all later dates of the series"),
        Example(
            .message(message, omar, from: nil, to: MessageSnapshot(mentions: [])), "Omar wrote: “Soup?”"),
        Example(
            .message(message, omar, from: nil, to: MessageSnapshot(mentions: [reader])),
            "Omar mentioned you: “Soup?”"),
        Example(
            .message(OutingMessageID(UUID()), omar, from: nil, to: MessageSnapshot(mentions: [])),
            "Omar wrote a message that was deleted"),
        Example(.message(message, from: "Thai Garden"), "Thai Garden wrote: “Soup?”"),
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
            made(ProposalSummary(time: time("2027-03-11T13:00"))), "Omar suggested Thursday 11 March, 13:00"),
        Example(made(ProposalSummary(place: kruunu)), "Omar suggested Kolme Kruunua"),
        Example(made(ProposalSummary(place: .unlisted)), "Omar suggested another place"),
        Example(
            made(ProposalSummary(time: time("2027-03-11T13:00"), place: kruunu)),
            "Omar suggested Thursday 11 March, 13:00 at Kolme Kruunua"),
        Example(made(ProposalSummary(guest: .byMail)), "Omar suggested inviting someone"),
        Example(
            .suggestion(
                idea, by: omar, from: nil,
                to: SuggestionSnapshot(.accepted, ProposalSummary(time: time("2027-03-11T13:00")))
            ),
            "Omar suggested this"),
        Example(
            .suggestion(
                idea, by: reader, from: nil,
                to: SuggestionSnapshot(.accepted, ProposalSummary(time: time("2027-03-11T13:00")))),
            "you suggested this"),
        Example(
            .suggestion(
                idea, by: reader, from: nil, to: SuggestionSnapshot(.denied, ProposalSummary(place: kruunu))),
            "your suggestion was turned down: Kolme Kruunua"),
        Example(
            .suggestion(
                idea, by: reader, from: nil,
                to: SuggestionSnapshot(.denied, ProposalSummary(place: kruunu), reason: "Too far")
            ),
            "your suggestion was turned down: Kolme Kruunua – “Too far”"),
        Example(
            .poll(
                vote, from: nil,
                to: PollSnapshot(
                    isOpen: true, closesAt: time("2027-03-10T18:00").startsAt.instant, options: 3)),
            "vote on 3 options by Wednesday 10 March, 18:00"),
        Example(ended(nil), "the vote ended without a result"),
        Example(ended(ProposalSummary(place: kruunu)), "the vote is over: Kolme Kruunua won"),
        Example(
            ended(ProposalSummary(place: kruunu), isDrawn: true),
            "the vote was a tie: Kolme Kruunua won the draw"),
        Example(ended(ProposalSummary(place: kruunu), isApplied: true), "decided by a vote"),
        Example(
            ended(ProposalSummary(place: kruunu), isDrawn: true, isApplied: true),
            "the vote was a tie, and a draw decided it"),
    ]

    @Test(arguments: times + facts + people + happenings + decisions + orders + bills)
    func `every kind of change has its words`(example: Example) {
        #expect(words.clauses([example.change]) == [example.says])
    }

    @Test func `two changes are one sentence, and more are a line each`() {
        let changes: [Change] = [
            .time(from: Self.time("2027-03-11T12:30"), to: Self.time("2027-03-11T13:00")),
            .place(from: OutingPlace(name: "Burger Shack"), to: OutingPlace(name: "Kabob & Curry")),
            .attendee(Self.omar, from: nil, to: Answer()),
        ]

        #expect(
            words.sentence(Array(changes.prefix(2)))
                == "Moved to 13:00 (was 12:30); now at Kabob & Curry (was Burger Shack).")
        #expect(
            words.sentence(changes) == """
                Moved to 13:00 (was 12:30).
                Now at Kabob & Curry (was Burger Shack).
                One more person was invited.
                """)
    }

    @Test(arguments: [
        ("en", "And 3 more changes."), ("fi", "Ja 3 muuta muutosta."), ("de", "Und 3 weitere Änderungen."),
        ("ar", "و3 تغييرات أخرى."), ("ja", "ほかに3件の変更があります。"),
    ])
    func `of very many changes the last are counted`(tag: String, says: String) {
        let answers = (0..<5).map { _ in
            Change.attendee(PersonID(UUID()), from: Self.answer(.invited), to: Self.answer(.attending))
        }
        let changes: [Change] = [
            .time(from: nil, to: Self.time("2027-03-11T12:30")), .title(from: "Lunch", to: "Dinner"),
            .note(from: nil, to: "Bring cash"),
        ]

        let lines = Self.words(in: tag).sentence(changes + answers).split(separator: "\n")

        #expect(lines.count == NewsLimits.linesOfText)
        #expect(lines.last.map(String.init) == says)
    }

    @Test func `a note follows the answer that it was written with, also if it is new alone`() {
        let words = SentenceContext(
            language: Catalogue.shipped.language(of: "en"), reader: Self.reader, inviter: nil,
            names: [Self.omar: "Omar"], texts: [.answerNote(Self.omar): "No nuts"], now: .now,
            zone: Self.helsinki)
        let attending = Self.answer(.attending, 2)

        let answered = words.clauses([.attendee(Self.omar, from: Self.answer(.invited), to: attending)])
        let noted = words.clauses([.attendee(Self.omar, from: attending, to: attending)])

        #expect(answered == ["Omar is coming with one guest: “No nuts”"])
        #expect(noted == answered)
    }

    @Test(arguments: [
        ("en", "Leila cancelled it: “Rain”\nLeila added a note: “Bring cash”\nLeila invited Omar."),
        (
            "de",
            "Leila hat das Treffen abgesagt: „Rain“.\nLeila hat eine Notiz hinzugefügt: „Bring cash“.\nLeila hat Omar eingeladen."
        ),
        (
            "fi",
            "Leila perui tapaamisen: ”Rain”\nLeila lisäsi viestin: ”Bring cash”\nLeila kutsui mukaan: Omar."
        ),
    ])
    func `the person who did it is named, if known`(tag: String, says: String) {
        let changes: [Change] = [
            .cancellation(from: nil, to: Cancellation(reason: "Rain")), .note(from: nil, to: "Bring cash"),
            .attendee(Self.omar, from: nil, to: Answer()),
        ]
        var words = Self.words(in: tag)
        words.actors = Dictionary(uniqueKeysWithValues: changes.map { ($0.subject, Self.leila) })

        #expect(words.sentence(changes) == says)
        words.actors = Dictionary(uniqueKeysWithValues: changes.map { ($0.subject, PersonID(UUID())) })
        #expect(!words.sentence(changes).contains("Leila"), "an erased person is not named")
    }

    @Test func `several people who were invited by one person are counted`() {
        let changes = (0..<3).map { _ in Change.attendee(PersonID(UUID()), from: nil, to: Answer()) }
        var words = words
        words.actors = Dictionary(uniqueKeysWithValues: changes.map { ($0.subject, Self.leila) })
        #expect(words.sentence(changes) == "Leila invited 3 more people.")
        words.actors[changes[0].subject] = Self.omar
        #expect(words.sentence(changes) == "3 more people were invited.")
    }

    @Test func `people invited are counted, whatever their number`() {
        let changes = (0..<3).map { _ in Change.attendee(PersonID(UUID()), from: nil, to: Answer()) }

        #expect(words.sentence(changes) == "3 more people were invited.")
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
                == "Omar mentioned you: “Soup?”; 2 new messages, the last from Leila.")
    }

    @Test func `a sentence ends once`() {
        #expect(
            words.sentence([.cancellation(from: nil, to: Cancellation(reason: "Rain!"))])
                == "It’s cancelled: Rain!")
        #expect(words.sentence([.note(from: nil, to: "Bring cash")]) == "New note: “Bring cash”")
        #expect(words.sentence([]) == "")
        let asked = Self.words(in: "ar").sentence([.ratingWanted(OutingPlace(name: "Kala"))])
        #expect(asked.hasSuffix("؟"))
    }

    @Test func `the words of a suggestion have their own direction`() {
        var words = Self.words(in: "ar")
        words.texts[.suggestedPlace(Self.idea)] = "Pier"

        #expect(
            words.clauses([Self.made(ProposalSummary(place: .unlisted))])
                == ["يقترح \u{2068}Omar\u{2069}: \u{2068}Pier\u{2069}"])
    }

    @Test func `a long note is cut`() {
        let clause = words.clauses([.note(from: nil, to: String(repeating: "é", count: 300))])[0]

        #expect(clause == "new note: “\(String(repeating: "é", count: 200))…”")
    }

    @Test(arguments: times + facts + people + happenings + decisions + orders + bills, ["fi", "ar", "ja"])
    func `every kind of change has its words in every language`(example: Example, tag: String) throws {
        let says = try #require(ChangeTranslations.all[example.says]?[tag], "an example in every language")

        #expect(Self.words(in: tag).clauses([example.change]) == [says])
    }

    static let examples = times + facts + people + happenings + decisions + orders + bills

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

    @Test(arguments: textFields.map { $0.name.description }, ["en", "fi", "de", "ar", "ja"])
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
        ("en", "Moved to 13:00 (was 12:30); now at Kabob & Curry (was Burger Shack)."),
        ("fi", "Uusi aika: 13.00 (ennen 12.30); uusi paikka: Kabob & Curry (ennen Burger Shack)."),
        ("de", "Neue Zeit: 13:00 (bisher 12:30); neuer Ort: Kabob & Curry (bisher Burger Shack)."),
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
        ("en", "America/New_York", "It’s on Thursday 11 March, 12:30 (05:30 your time)."),
        ("en", "Pacific/Auckland", "It’s on Thursday 11 March, 12:30 (23:30 your time)."),
        (
            "en", "Pacific/Kiritimati",
            "It’s on Thursday 11 March, 12:30 (Friday 12 March, 00:30 your time)."
        ),
        (
            "fi", "Europe/Stockholm",
            "Aika on sovittu: torstai 11. maaliskuuta klo 12.30 (sinun aikaasi 11.30)."
        ),
        ("de", "Europe/Berlin", "Zeit: Donnerstag, 11. März, 12:30 (bei dir 11:30)."),
        ("ja", "Asia/Tokyo", "日時が3月11日(木) 12:30（あなたの地域では19:30）に決まりました。"),
        ("en", "Europe/Tallinn", "It’s on Thursday 11 March, 12:30."),
    ])
    func `the reader's own time stands beside the outing's where it differs`(
        tag: String, zone: String, says: String
    ) {
        let words = Self.words(in: tag, readerZone: TimeZone(identifier: zone))

        #expect(words.sentence([.time(from: nil, to: Self.time("2027-03-11T12:30"))]) == says)
    }

    @Test(arguments: ["en", "fi", "de", "ar", "ja"])
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
        ("fi-FI", "fi"), ("de-AT", "de"), ("en_GB", "en"), ("ar-EG", "ar"), ("ja", "ja"), ("sv-FI", "en"),
        (nil, "en"),
        ("", "en"),
    ])
    func `a locale that nobody translated is told in English`(locale: String?, tag: String) {
        #expect(Catalogue.shipped.language(of: locale).tag == tag)
    }
}
