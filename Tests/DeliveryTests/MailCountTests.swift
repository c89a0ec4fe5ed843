import Access
import Foundation
import Journal
import Mail
import NoonishAPI
import Outings
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Delivery
@testable import Messages
@testable import News

/// How many mails people get about one lunch. Time passes by moving everything that was stored into the past.
@Suite(.timeLimit(.minutes(30))) struct MailCountTests {
    @Test func `a lunch of 25 over two days is at most 5 mails to each, and 8 to the host`() async throws {
        try await withStoredLunch { lunch in
            let story = try await LunchStory(lunch, guests: 24)

            try await story.invite()
            try await story.setTimeAndPlace()
            for guest in 0..<12 { try await story.answer(guest, .attending) }
            try await story.chat()
            try await story.edit([.title(from: "Lunch", to: "Team lunch")])
            try await story.pass(hours: 10)
            try await story.moveTime()
            for guest in 12..<18 { try await story.answer(guest, guest % 2 == 0 ? .maybe : .declined) }
            try await story.join()
            try await story.edit([.note(from: nil, to: "Ask for the long table")])
            try await story.edit([.answerWanted(by: nil)])
            for guest in 18..<20 { try await story.answer(guest, .attending) }
            try await story.pass(hours: 10)
            // A host may ask again, but only the first time is by mail.
            try await story.edit([.answerWanted(by: nil)])
            try await story.remind()

            story.printCounts([
                ("came at once", 0..<12), ("maybe or no after the move", 12..<18),
                ("came when asked", 18..<20), ("never answered", 20..<24),
            ])
            let host = story.mails(to: story.host)
            #expect(host.count <= 8, "\(host)")
            #expect(host.contains { $0.contains("is coming") })
            for guest in 0..<24 {
                let mails = story.mails(to: story.address(guest))
                #expect(mails.count <= 5, "\(guest): \(mails)")
                #expect(mails.first?.contains("invited you") == true)
                #expect(mails.contains { $0.contains("Kala") })
                let isThere = guest < 12 || guest < 18 && guest % 2 == 0 || guest == 18 || guest == 19
                #expect(mails.contains { $0.contains("it’s soon") } == isThere, "\(guest): \(mails)")
                let reminders = mails.count { $0.contains("lease answer") }
                #expect(reminders == (guest >= 18 ? 1 : 0), "\(guest): \(mails)")
                if guest >= 20 { #expect(mails.count == 4, "\(guest): \(mails)") }
            }
            try await lunch.deliverAll()
            try await lunch.expectSound()
        }
    }
}

/// A lunch of Leila's with guests who get mail.
private struct LunchStory: Sendable {
    let lunch: StoredLunch
    let guests: [PersonID]
    let host = "leila@example.org"
    private let joiner = PersonID.make()
    private let sent = CountedMail()

    init(_ lunch: StoredLunch, guests count: Int) async throws {
        self.lunch = lunch
        guests = (0..<count).map { _ in PersonID.make() }
        try await lunch.world.run(
            "INSERT INTO person_email (address, person_id) VALUES (\(host), \(lunch.leila))")
        try await lunch.world.run("UPDATE outing SET time_zone = \(Self.zoneAtNine)")
        // The reader's zone counts before that of the outing.
        try await lunch.world.run("UPDATE person SET time_zone = \(Self.zoneAtNine)")
        for (guest, person) in guests.enumerated() {
            try await add(person, name: "Guest \(guest)")
        }
        try await add(joiner, name: "Joined")
        try await lunch.watch(lunch.leila, [.mail], sentRev: lunch.revision())
    }

    /// A zone where it is past nine in the morning, whenever the test runs: the mail about a day's answers is sent at an
    /// hour of the evening.
    private static var zoneAtNine: String {
        let utcHour = Int(Date.now.timeIntervalSince1970) / 3_600 % 24
        let hoursEast = utcHour > 21 ? 33 - utcHour : 9 - utcHour
        // These names of the time zone database count to the west.
        return "Etc/GMT\(hoursEast > 0 ? "-" : "+")\(abs(hoursEast))"
    }

    private func add(_ person: PersonID, name: String) async throws {
        try await lunch.world.run("INSERT INTO person (id, kind, name) VALUES (\(person), 'guest', \(name))")
    }

    func address(_ guest: Int) -> String { "guest\(guest)@example.org" }

    func mails(to address: String) -> [String] { sent.mails(to: address) }

    /// Prints the table of docs/updates.md.
    func printCounts(_ groups: [(name: String, guests: Range<Int>)]) {
        print("| mails | each |\n|---|---|\n| host | \(mails(to: host).count) |")
        for group in groups {
            let counts = Set(group.guests.map { mails(to: address($0)).count }).sorted()
            print("| \(group.name) | \(counts.map(String.init).joined(separator: " or ")) |")
        }
    }

    func invite() async throws {
        for (guest, person) in guests.enumerated() {
            try await lunch.invite(person, on: [.mail], address: address(guest))
        }
        try await pass(hours: 1)
    }

    func setTimeAndPlace() async throws {
        try await lunch.world.run(
            "UPDATE outing SET starts_wall = now() + interval '40 h', starts_at = now() + interval '40 h'")
        try await lunch.edit(
            [.time(from: nil, to: time(in: 40)), .place(from: nil, to: OutingPlace(name: "Kala"))],
            by: lunch.leila)
        try await pass(hours: 1)
    }

    func moveTime() async throws {
        try await lunch.edit([.time(from: time(in: 20), to: time(in: 21))], by: lunch.leila)
        try await pass(hours: 1)
    }

    func answer(_ guest: Int, _ status: AttendanceStatus) async throws {
        try await lunch.answer(guests[guest], status)
        try await lunch.edit(
            [
                .attendee(
                    guests[guest], from: Answer(), to: Answer(role: .invitee, status: status, partySize: 1))
            ], by: guests[guest])
        try await pass(hours: 0.5)
    }

    /// A person comes by a share link.
    func join() async throws {
        try await lunch.edit(
            [.attendee(joiner, from: nil, to: Answer(role: .invitee, status: .attending, partySize: 3))],
            by: joiner)
        try await pass(hours: 0.5)
    }

    func chat() async throws {
        for guest in 0..<6 {
            try await lunch.edit(
                [
                    .message(
                        OutingMessageID.make(), guests[guest], from: nil, to: MessageSnapshot(mentions: []))
                ],
                by: guests[guest])
            try await pass(hours: 0.1)
        }
    }

    func remind() async throws {
        try await lunch.edit([.reminder(time(in: 3))], by: nil)
        try await pass(hours: 0.5)
    }

    func edit(_ changes: [Change]) async throws {
        try await lunch.edit(changes, by: lunch.leila)
        try await pass(hours: 0.5)
    }

    private func time(in hours: Double) -> OutingTime {
        OutingTime(startsAt: ZonedTime(.now + hours * 3_600, in: .gmt))
    }

    /// Lets time pass and delivers what becomes due.
    func pass(hours: Double) async throws {
        try await lunch.fanOutAll()
        let duration = Duration.seconds(hours * 3_600)
        try await lunch.world.run("UPDATE outing_change SET at = at - \(duration)")
        try await lunch.world.run("UPDATE attendance SET created_at = created_at - \(duration)")
        try await lunch.world.run(
            "UPDATE outing SET starts_wall = starts_wall - \(duration), starts_at = starts_at - \(duration)")
        try await lunch.world.run(
            "UPDATE delivery SET due_at = due_at - \(duration), latest = latest - \(duration)")
        let carrier = MailCarrier(
            database: lunch.database, transport: sent, from: try MailAddress("noonish@eat.example"),
            site: lunch.world.publicSite)
        // A worker remembers for seconds up to which due time it has claimed, and these times move.
        let worker = DeliveryWorker(
            carrier, database: lunch.database, catalogue: .shipped, kinds: .all, logger: .silent)
        while try await worker.runOnce() {}
    }
}

/// Counts the mails to each address.
private final class CountedMail: MailTransport {
    private let sent = Mutex<[String: [String]]>([:])

    func send(_ message: MailMessage) async throws(MailSendError) {
        sent.withLock { $0[message.to.address, default: []].append("\(message.subject)\n\(message.text)") }
    }

    func mails(to address: String) -> [String] { sent.withLock { $0[address] ?? [] } }
}
