import Access
import Foundation
import NoonishAPI
import TestSupport

/// Six people and whatever may be between them, drawn by chance: friends, blocks, circles, requests, reports, outings with
/// answers, messages and suggestions, series. Every text names its owner and its kind.
struct AcquaintanceGraph {
    let number: Int
    let people = (0..<6).map { _ in PersonID.make() }
    /// The ids of what each of them may have created.
    private let outings = (0..<6).map { _ in OutingID.make() }
    private let series = (0..<6).map { _ in SeriesID.make() }
    private let circles = (0..<6).map { _ in CircleID.make() }
    /// SQL that makes it.
    private(set) var script = ""
    /// For each person, the texts of others that their export may hold, as docs/people.md lists them.
    private(set) var allowed: [Set<String>]
    /// Texts of their own that it must hold.
    private(set) var own: [Set<String>]
    /// Ids of others that it may hold.
    private(set) var known: [Set<PersonID>]

    private var chance: SeededChance

    init(_ number: Int) {
        self.number = number
        chance = SeededChance(seed: UInt64(number))
        allowed = people.map { _ in [] }
        own = allowed
        known = people.map { _ in [] }
        for person in people.indices { addPerson(person) }
        for one in people.indices {
            for other in people.indices where other != one { addRelation(of: one, to: other) }
            if draw(2) { addCircle(of: one) }
            if draw(2) { addOuting(of: one) }
            if draw(3) { addSeries(of: one) }
        }
    }

    /// `word` of a person, as no other text says it.
    func mark(_ word: String, _ person: Int) -> String { "\(word)x\(number)x\(person)z" }

    static var marks: Regex<Substring> { #/[a-z]+x\d+x\dz/# }

    private mutating func draw(_ oneOf: Int) -> Bool { chance.below(oneOf) == 0 }

    private mutating func said(_ word: String, by person: Int) -> String {
        own[person].insert(mark(word, person))
        return mark(word, person)
    }

    private mutating func add(_ table: String, _ columns: String, _ values: String) {
        script += "INSERT INTO \(table) (\(columns)) VALUES (\(values));\n"
    }

    private mutating func addPerson(_ person: Int) {
        let id = people[person]
        add("person", "id, kind, name", "'\(id)', 'member', '\(said("name", by: person))'")
        add("person_email", "address, person_id", "'\(said("address", by: person))@example.org', '\(id)'")
        add("diet_need", "person_id, note", "'\(id)', '\(said("diet", by: person))'")
        add(
            "session", "id, person_id, token_hash, client, ends_at",
            "gen_random_uuid(), '\(id)', sha256('\(id)'), '\(said("client", by: person))', now() + interval '1 day'"
        )
        add(
            "identity", "id, person_id, provider, issuer, subject",
            "gen_random_uuid(), '\(id)', 'company', 'https://id.example', '\(said("subject", by: person))'")
        add(
            "webhook", "person_id, id, url, name, secret, ended_at, end_reason",
            """
            '\(id)', gen_random_uuid(), 'https://\(said("hook", by: person)).example.org/in', \
            '\(said("program", by: person))', 'x', now(), 'gone'
            """)
    }

    /// A blocked person is no friend; a request goes to an address.
    private mutating func addRelation(of one: Int, to other: Int) {
        let (id, otherID) = (people[one], people[other])
        if one < other, draw(2) {
            let (low, high) = "\(id)" < "\(otherID)" ? (id, otherID) : (otherID, id)
            add("friendship", "low_id, high_id", "'\(low)', '\(high)'")
            for (person, friend) in [(one, other), (other, one)] {
                allowed[person].insert(mark("name", friend))
                known[person].insert(people[friend])
            }
        } else if draw(4) {
            add("person_block", "person_id, other_id", "'\(id)', '\(otherID)'")
            known[one].insert(otherID)
        } else if draw(4) {
            add(
                "friend_request", "id, from_id, to_address",
                "gen_random_uuid(), '\(id)', '\(mark("address", other))@example.org'")
            allowed[one].insert(mark("address", other))
        }
        if draw(6) {
            add(
                "abuse_report", "id, about_id, by_id, reason, details",
                "gen_random_uuid(), '\(otherID)', '\(id)', 'other', '\(said("report", by: one))'")
            known[one].insert(otherID)
        }
    }

    private mutating func addCircle(of one: Int) {
        let name = said("circle", by: one)
        add("circle", "id, owner_id, name", "'\(circles[one])', '\(people[one])', '\(name)'")
        for member in others(than: one) {
            add("circle_member", "circle_id, person_id", "'\(circles[one])', '\(people[member])'")
            known[one].insert(people[member])
        }
    }

    private mutating func addOuting(of host: Int) {
        let (id, hostID) = (outings[host], people[host])
        add(
            "outing", "id, host_id, title, note, time_zone, place_name",
            """
            '\(id)', '\(hostID)', '\(said("title", by: host))', '\(said("invitation", by: host))', 'UTC', \
            '\(said("place", by: host))'
            """)
        add(
            "attendance", "outing_id, person_id, id, role, status, responded_at",
            "'\(id)', '\(hostID)', gen_random_uuid(), 'host', 'attending', now()")
        var revision = 0
        for guest in others(than: host) {
            add(
                "attendance", "outing_id, person_id, id, role, status, responded_at, note",
                """
                '\(id)', '\(people[guest])', gen_random_uuid(), 'invitee', 'maybe', now(), \
                '\(said("answer", by: guest))'
                """)
            let isByMail = draw(2)
            add(
                "invitation", "outing_id, id, person_id, channel, address, token_hash, invited_by",
                """
                '\(id)', gen_random_uuid(), '\(people[guest])', '\(isByMail ? "mail" : "person")', \
                \(isByMail ? "'\(mark("address", guest))@example.org'" : "NULL"), \
                sha256('\(id)\(people[guest])'), '\(hostID)'
                """)
            if isByMail { allowed[host].insert(mark("address", guest)) }
            allowed[guest].formUnion([mark("title", host), mark("place", host)])
            if draw(2) { addMessage(by: guest, on: id, &revision) }
            if draw(2) { addSuggestion(by: guest, to: host) }
            add(
                "starting_point", "outing_id, person_id, latitude, longitude",
                "'\(id)', '\(people[guest])', \(guest).\(number), \(number)")
        }
    }

    private mutating func addMessage(by author: Int, on outing: OutingID, _ revision: inout Int) {
        revision += 1
        script += "UPDATE outing SET rev = \(revision) WHERE id = '\(outing)';\n"
        add(
            "outing_change", "outing_id, rev, actor_id, audience, patch",
            "'\(outing)', \(revision), '\(people[author])', 'all', '[]'")
        add(
            "message", "outing_id, id, rev, author_id, text",
            "'\(outing)', gen_random_uuid(), \(revision), '\(people[author])', '\(said("message", by: author))'"
        )
    }

    /// Adds a suggestion of a place, which the host denies with a reason, and perhaps one of another guest.
    private mutating func addSuggestion(by author: Int, to host: Int) {
        add(
            "suggestion",
            "outing_id, id, author_id, content, place_name, state, denial_reason, decided_at, decided_by",
            """
            '\(outings[host])', gen_random_uuid(), '\(people[author])', 'p\(author)', \
            '\(said("suggested", by: author))', 'denied', '\(said("word", by: host))', now(), '\(people[host])'
            """)
        allowed[author].insert(mark("word", host))
        let asked = (author + 1) % people.count
        guard draw(2), asked != host else { return }
        add(
            "suggestion", "outing_id, id, author_id, content, address",
            """
            '\(outings[host])', gen_random_uuid(), '\(people[author])', 'a\(author)', \
            '\(mark("address", asked))@example.org'
            """)
        allowed[author].insert(mark("address", asked))
    }

    private mutating func addSeries(of host: Int) {
        add(
            "series",
            "id, host_id, title, note, time_zone, starts_clock, frequency, every, weekdays, starts_on, made_through",
            """
            '\(series[host])', '\(people[host])', '\(said("series", by: host))', '\(said("weekly", by: host))', 'UTC', \
            750, 'weekly', 1, ARRAY[4], '2100-03-04', '2100-03-03'
            """)
        for member in others(than: host) {
            add("series_person", "series_id, person_id", "'\(series[host])', '\(people[member])'")
            allowed[member].insert(mark("series", host))
        }
    }

    /// Returns some of them, at least one.
    private mutating func others(than one: Int) -> [Int] {
        let drawn = people.indices.filter { $0 != one && draw(2) }
        return drawn.isEmpty ? [(one + 1) % people.count] : drawn
    }
}
