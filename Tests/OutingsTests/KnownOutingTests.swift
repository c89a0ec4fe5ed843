import Access
import HTTPTypes
import JSON
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

/// Edits in one statement, for outings that a host has read or edited lately.
@Suite struct KnownOutingTests {
    @Test func `edit in one statement what the host has read`() async throws {
        try await withOutings { world in
            let place = try await world.restaurant("Kettu", hours: "Mo-Su 10:00-22:00")
            let outing = try await world.outing(
                #""restaurantId":"\#(place)","startsAt":"2027-03-11T12:30","invite":{"people":["\#(world.cast.tom.id)"]}"#
            )
            _ = try await world.leila.put(
                outing.path + "/attendees/\(world.cast.tom.id)/role", #"{"role":"cohost"}"#)
            _ = try await world.tom.put(
                outing.path + "/origin", #"{"latitude":60.17,"longitude":24.93,"consent":true}"#)
            try await world.observeEdits()
            var tag = try #require(try await world.leila.get(outing.path).headers[.eTag])

            let patches = [
                #"{"title":"Dinner"}"#, #"{"title":"Supper","note":"At the back"}"#, #"{"note":null}"#,
                #"{"title":"Supper"}"#, #"{"capacity":9}"#, #"{"startsAt":"2027-03-12T12:30"}"#,
                #"{"note":"In front"}"#,
            ]
            for patch in patches {
                let edited = try await world.leila.patch(outing.path, patch, ifMatch: tag)
                let read = try await world.leila.get(outing.path)
                #expect(edited.status == .ok)
                #expect(edited.json == read.json)
                tag = try #require(edited.headers[.eTag])
                #expect(tag == read.headers[.eTag])
            }
            // A cohost's edit, and the host's after it.
            let toms = try await world.tom.patch(outing.path, #"{"title":"Tom's"}"#, ifMatch: tag)
            #expect(toms.json == (try await world.tom.get(outing.path).json))
            let last = try await world.leila.patch(outing.path, #"{"title":"Leila's"}"#, ifMatch: "*")
            #expect(last.json == (try await world.leila.get(outing.path).json))

            let quick = "edit_known_outing"
            // The title that is as it was writes nothing.
            #expect(
                try await world.observedEdits() == [
                    quick, quick, quick, "record_edit", "record_edit", quick, quick, quick,
                ])
            #expect(try await world.isSound())
        }
    }

    @Test func `decide by a transaction what is no longer as it was read`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""startsAt":"2027-03-11T12:30""#)
            try await world.observeEdits()
            let changes: [SQL] = [
                "UPDATE outing SET title = 'Another', rev = rev + 1 WHERE id = \(OutingID(outing.id))",
                "UPDATE outing SET updated_at = now() WHERE id = \(OutingID(outing.id))",
            ]
            for (number, change) in changes.enumerated() {
                _ = try await world.leila.get(outing.path)
                try await world.run(change)
                let edited = try await world.leila.patch(
                    outing.path, #"{"title":"Lunch \#(number)"}"#, ifMatch: "*")
                #expect(edited.status == .ok)
                #expect(edited.json == (try await world.leila.get(outing.path).json))
            }
            // After the end, only a note may be written.
            try await world.end(outing.id)
            _ = try await world.leila.get(outing.path)
            let title = try await world.leila.patch(outing.path, #"{"title":"Late"}"#, ifMatch: "*")
            let note = try await world.leila.patch(outing.path, #"{"note":"Thanks"}"#, ifMatch: "*")

            #expect(title.status == .conflict && note.status == .ok)
            #expect(
                try await world.observedEdits() == ["record_edit", "record_edit", "edit_known_outing"])
        }
    }

    @Test func `refuse at once an edit of a person who may no longer make it`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(
                #""invite":{"people":["\#(world.cast.tom.id)","\#(world.cast.mei.id)"]}"#)
            for person in [world.cast.tom, world.cast.mei] {
                _ = try await world.leila.put(
                    outing.path + "/attendees/\(person.id)/role", #"{"role":"cohost"}"#)
            }
            func rename(_ visitor: Visitor, ifMatch tag: String = "*") async throws -> HTTPResponse.Status {
                try await visitor.patch(
                    outing.path, #"{"title":"\#(UInt.random(in: 0 ... .max))"}"#, ifMatch: tag
                )
                .status
            }
            let first = try #require(try await world.tom.get(outing.path).headers[.eTag])
            #expect(try await rename(world.tom) == .ok)
            #expect(try await rename(world.mei) == .ok)
            try await world.observeEdits()

            #expect(try await rename(world.tom, ifMatch: first) == .preconditionFailed)
            // Without a revision, as a statement elsewhere might do it.
            try await world.run(
                "UPDATE attendance SET role = 'invitee' WHERE person_id = \(world.cast.tom.id)")
            #expect(try await rename(world.tom) == .forbidden)
            _ = try await world.leila.delete(outing.path + "/attendees/\(world.cast.tom.id)")
            _ = try await world.leila.get(outing.path)
            #expect(try await rename(world.tom) == .notFound)
            try await world.run("DELETE FROM session WHERE person_id = \(world.cast.mei.id)")
            #expect(try await rename(world.mei) == .unauthorized)

            // Tom's removal.
            #expect(try await world.observedEdits() == ["record_revision"])
        }
    }

    /// Each change's former value is what the change before it made: no edit was made of an outing that was not so.
    @Test func `let sixteen writers edit one outing`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""invite":{"people":["\#(world.cast.tom.id)"]}"#)
            _ = try await world.leila.put(
                outing.path + "/attendees/\(world.cast.tom.id)/role", #"{"role":"cohost"}"#)
            let before = try #require(try await world.leila.get(outing.path)["version"].number)
            try await world.observeEdits()

            let count = try await withThrowingTaskGroup(of: Int.self) { group in
                for writer in 0..<16 {
                    group.addTask {
                        var edits = 0
                        let visitor = writer.isMultiple(of: 2) ? world.leila : world.tom
                        for number in 0..<12 {
                            let tag =
                                number.isMultiple(of: 3)
                                ? nil : try await visitor.get(outing.path).headers[.eTag]
                            let edited = try await visitor.patch(
                                outing.path, #"{"title":"Lunch \#(writer) \#(number)"}"#, ifMatch: tag ?? "*")
                            #expect([.ok, .preconditionFailed].contains(edited.status))
                            if edited.status == .ok { edits += 1 }
                        }
                        return edits
                    }
                }
                return try await group.reduce(0, +)
            }

            let after = try #require(try await world.leila.get(outing.path)["version"].number)
            let breaks: Int = try await world.one(
                """
                SELECT count(*)
                  FROM (SELECT c.patch #>> '{0,previous}' AS old, lag(c.patch #>> '{0,current}') OVER (ORDER BY c.rev) AS former
                          FROM outing_change AS c
                         WHERE c.outing_id = \(OutingID(outing.id)) AND c.patch #>> '{0,kind}' = 'title_changed') AS each
                 WHERE former IS NOT NULL AND old IS DISTINCT FROM former
                """)
            #expect(after - before == count && count >= 64)
            #expect(breaks == 0)
            #expect(try await world.observedEdits().contains("edit_known_outing"))
            #expect(try await world.isSound())
        }
    }
}

extension TestWorld {
    /// Notes from now on which statements record edits.
    fileprivate func observeEdits() async throws {
        try await run("CREATE TABLE observed_edit (id serial, statement text)")
        try await run(
            """
            CREATE FUNCTION observe_edit() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                INSERT INTO observed_edit (statement) VALUES (substring(current_query() FROM 'outings\\.(\\w+)'));
                RETURN NULL;
            END $$
            """)
        try await run(
            "CREATE TRIGGER observed AFTER INSERT ON outing_change FOR EACH ROW EXECUTE FUNCTION observe_edit()"
        )
    }

    /// The statements in the order of the edits.
    fileprivate func observedEdits() async throws -> [String] {
        try await all("SELECT statement FROM observed_edit ORDER BY id")
    }
}
