import Access
import Foundation
import HTTPKit
import Jobs
import Logging
import News
import NoonishAPI
import Outings
import TestSupport
import Testing

@testable import Delivery
@testable import Postgres

/// Reconciler, watchdog, retention, and what was set aside.
struct MaintenanceTests {
    private func named(_ name: String) -> (inout PostgresConfiguration) -> Void {
        { $0.applicationName = name }
    }

    @Test func `lagging watchers are found only when deliveries were lost, and are then notified`()
        async throws
    {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            let reconcile = WatchReconciler(database: lunch.database, logger: .silent)
            let onItsWay = try await reconcile.searchRecent()
            try await lunch.fanOutAll()
            let queued = try await reconcile.searchRecent()

            try await lunch.database.run(script: "DELETE FROM delivery")
            let broken = try await brokenChecks(in: lunch.database, ["behind"])
            let lost = try await reconcile.searchRecent()
            try await lunch.deliverAll()

            #expect((onItsWay, queued) == (0, 0))
            #expect(broken == ["behind"])
            #expect(lost == 2)
            #expect(try await reconcile.searchRecent() == 0)
            #expect(try await lunch.inbox(lunch.tom) == ["Leila has invited you."])
            try await lunch.expectSound()
        }
    }

    @Test func `what changed since the last search that succeeded is searched, and five minutes more`()
        async throws
    {
        try await withStoredLunch { lunch in
            let stopped = PostgresClient(lunch.database.configuration, logger: .silent)
            await stopped.stop()
            let broken = WatchReconciler(database: stopped, logger: .silent)
            let working = WatchReconciler(database: lunch.database, logger: .silent)
            let begun = ContinuousClock.now

            await #expect(throws: PostgresError.self) { try await broken.searchRecent() }
            try await working.searchRecent()
            let ended = ContinuousClock.now

            for reconciler in [broken, WatchReconciler(database: stopped, logger: .silent)] {
                #expect(reconciler.window(at: ended) == .seconds(3_900))
            }
            let window = working.window(at: ended + .seconds(600))
            #expect(window >= .seconds(900) && window <= .seconds(900) + (ended - begun))
            #expect(working.window(at: ended + .seconds(100_000)) == .seconds(3_900))
        }
    }

    @Test func `only the service's own sessions that idle in an old transaction are ended`() async throws {
        try await withDatabase(configure: named("noonish worker")) { database in
            let watchdog = Watchdog(database, of: ["noonish worker"], limit: .zero, logger: .silent)

            var count = 0
            await #expect(throws: PostgresError.self) {
                try await database.transaction { transaction in
                    _ = try await transaction.all(.one)
                    count += try await watchdog.checkTransactions()
                    _ = try await transaction.all(.one)
                    throw PostgresError.shutdown
                }
            }
            #expect(count >= 1)
            let patient = try await Watchdog(
                database, of: ["noonish worker"], limit: .seconds(600), logger: .silent
            ).checkTransactions()
            #expect(patient == 0)
        }
    }

    @Test func `the people who have stored most are known by id, in the metrics too`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            let letters = "abcdefghijklmnopqrstuvwxyz0123456789"
            let text = String((0..<4_000).compactMap { _ in letters.randomElement() })
            let metrics = MetricsRegistry()
            let gauges = StorageGauges(database: lunch.database, factory: metrics)

            try await gauges.record(1)
            let before = metrics.render()
            try await lunch.edit([.note(from: text, to: nil)], by: lunch.tom)
            try await gauges.record(1)
            let after = metrics.render()
            let largest = try await lunch.database.all(.largestStorage(9))

            #expect(before.contains(#"storage_largest_rows{person="\#(lunch.leila)"}"#))
            #expect(largest.map(\.person) == [lunch.tom, lunch.leila])
            #expect(2_000..<6_000 ~= largest[0].bytes && largest[0].rows == 2, "\(largest)")
            #expect(after.contains(#"storage_largest_bytes{person="\#(lunch.tom)"} \#(largest[0].bytes)"#))
            #expect(!after.contains("\(lunch.leila)"))
        }
    }

    /// The charges of the bill have no shares here, which a trigger would demand.
    @Test func `menus and pictures count as stored by the first owner of a venue`() async throws {
        try await withStoredLunch { lunch in
            let (first, second) = (PersonID.make(), PersonID.make())
            let (restaurant, branch, menu) = (UUID.v7(), UUID.v7(), UUID.v7())
            try await lunch.database.run(
                script: """
                    INSERT INTO person (id, kind, name) VALUES ('\(first)', 'member', 'Mei'), ('\(second)', 'member', 'Ben');
                    INSERT INTO restaurant_source (id, name, licence, attribution, url)
                    VALUES ('town', 'The town', 'CC0', 'The town', 'https://town.example');
                    INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude)
                    SELECT id, 'town', id::text, 'Pier', 'restaurant', 60, 24
                      FROM unnest(ARRAY['\(restaurant)', '\(branch)']::uuid[]) AS id;
                    INSERT INTO venue (restaurant_id, state, verified_at)
                    VALUES ('\(restaurant)', 'verified', now()), ('\(branch)', 'verified', now());
                    INSERT INTO venue_person (restaurant_id, person_id, role, since)
                    VALUES ('\(restaurant)', '\(first)', 'owner', now() - interval '1 day'),
                           ('\(branch)', '\(first)', 'owner', now() - interval '1 day'),
                           ('\(restaurant)', '\(second)', 'owner', now());
                    INSERT INTO menu (id, draft) VALUES ('\(menu)', '{}');
                    INSERT INTO menu_branch (restaurant_id, menu_id)
                    VALUES ('\(restaurant)', '\(menu)'), ('\(branch)', '\(menu)');
                    INSERT INTO menu_picture (menu_id, item_key, tag, small, large)
                    VALUES ('\(menu)', 'soup', '0123456789abcdef', decode(repeat('00', 10000), 'hex'),
                            decode(repeat('00', 50000), 'hex'));
                    INSERT INTO restaurant_logo (restaurant_id, tag, small, large)
                    VALUES ('\(restaurant)', '0123456789abcdef', decode('00', 'hex'), decode(repeat('00', 10000), 'hex'));
                    INSERT INTO menu_version (restaurant_id, number, menu_id, schema_version, item_keys, sha256, body)
                    SELECT id, 1, '\(menu)', 1, '{soup}', sha256(''), decode(repeat('00', 20000), 'hex')
                      FROM unnest(ARRAY['\(restaurant)', '\(branch)']::uuid[]) AS id;
                    """)

            let largest = try await lunch.database.all(.largestStorage(9))
            let found = Dictionary(uniqueKeysWithValues: largest.map { ($0.person, $0) })

            // The draft, the picture and the logo once, and what was published for both branches.
            #expect(found[first]?.rows == 5 && found[second] == nil, "\(largest)")
            #expect(110_000..<111_500 ~= found[first]?.bytes ?? 0, "\(largest)")
        }
    }

    @Test func `orders, bills, venues and stock count as stored by those who wrote them`() async throws {
        try await withStoredLunch { lunch in
            let (tom, mei, ben) = (lunch.tom, PersonID.make(), PersonID.make())
            let restaurant = UUID.v7()
            try await lunch.database.run(
                script: """
                    INSERT INTO person (id, kind, name) VALUES ('\(mei)', 'member', 'Mei'), ('\(ben)', 'member', 'Ben');
                    INSERT INTO restaurant_source (id, name, licence, attribution, url)
                    VALUES ('town', 'The town', 'CC0', 'The town', 'https://town.example');
                    INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude)
                    VALUES ('\(restaurant)', 'town', 'pier', 'Pier', 'restaurant', 60, 24);
                    INSERT INTO venue (restaurant_id, state, verified_at) VALUES ('\(restaurant)', 'verified', now());
                    INSERT INTO group_order (outing_id, id, coordinator_id, place_name, currency, fulfilment, time_zone, note)
                    SELECT id, id, '\(tom)', 'Pier', 'EUR', 'pick_up', 'UTC', repeat('n', 100) FROM outing;
                    INSERT INTO order_line (outing_id, order_id, id, person_id, set_by_id, content, name, quantity, options)
                    SELECT id, id, id, '\(mei)', '\(tom)', 'c', 'Soup', 1, repeat('o', 100) FROM outing;
                    INSERT INTO order_event (outing_id, order_id, rev, actor_id, kind)
                    SELECT id, id, 1, '\(tom)', 'opened' FROM outing;
                    SET session_replication_role = replica;
                    INSERT INTO bill (outing_id, id, currency) SELECT id, id, 'EUR' FROM outing;
                    INSERT INTO bill_version (outing_id, bill_id, version, made_by, total_minor, checksum)
                    SELECT id, id, 1, '\(mei)', 100, sha256('') FROM outing;
                    INSERT INTO bill_charge (outing_id, bill_id, version, number, kind, basis, amount_minor, label)
                    SELECT id, id, 1, n, 'items', 'own', 10, repeat('l', 100) FROM outing, generate_series(1, 10) AS n;
                    INSERT INTO bill_payment (outing_id, bill_id, id, person_id, amount_minor, method, recorded_by)
                    SELECT id, id, id, '\(mei)', 100, 'cash', '\(tom)' FROM outing;
                    INSERT INTO ledger_entry (book, book_id, id, bill_id, kind, actor_id, day)
                    SELECT 'group', id, id, id, 'paid', '\(tom)', current_date FROM outing;
                    INSERT INTO stock_move (restaurant_id, id, item_key, day, kind, quantity, actor_id, note)
                    VALUES ('\(restaurant)', '\(restaurant)', 'soup', current_date, 'receipt', 5, '\(ben)', repeat('s', 100));
                    INSERT INTO sale (restaurant_id, id, day, hour, source, currency, total_minor, made_by)
                    VALUES ('\(restaurant)', '\(restaurant)', current_date, 12, 'hand', 'EUR', 500, '\(ben)');
                    INSERT INTO sale_line (restaurant_id, day, sale_id, number, hour, kind, name, quantity, currency, amount_minor)
                    SELECT '\(restaurant)', current_date, '\(restaurant)', n, 12, 'dish', repeat('d', 100), 1, 'EUR', 100
                      FROM generate_series(1, 5) AS n;
                    RESET session_replication_role;
                    INSERT INTO venue_change (restaurant_id, seq, actor_id, kind, after)
                    VALUES ('\(restaurant)', 1, '\(mei)', 'edited', '{}');
                    """)

            let largest = try await lunch.database.all(.largestStorage(9))
            let found = Dictionary(uniqueKeysWithValues: largest.map { ($0.person, $0) })

            // An order, a line that he set for another, an event, a payment that he entered and its entry in the ledger; a bill
            // of ten items and an edit of a venue; a delivery and a sale of five dishes.
            #expect(found[tom]?.rows == 5 && found[mei]?.rows == 2 && found[ben]?.rows == 2, "\(largest)")
            #expect(
                1_200..<1_800 ~= found[tom]?.bytes ?? 0 && 3_000..<4_000 ~= found[mei]?.bytes ?? 0
                    && 1_900..<2_300 ~= found[ben]?.bytes ?? 0, "\(largest)"
            )
        }
    }

    @Test func `the standbys that the leader sees are measured`() async throws {
        try await TestCluster.with { leader in
            try await leader.withStandby { _ in
                try await PostgresClient.withClient(try leader.configuration(), logger: .forTests) {
                    database in
                    let text = try await eventually("a standby in the metrics") {
                        let metrics = MetricsRegistry()
                        try await ReplicationGauges(database: database, factory: metrics).record()
                        let text = metrics.render()
                        return text.contains(#"database_standbys{sync="false"} 1"#) ? text : nil
                    }
                    #expect(text.contains(#"database_standbys{sync="true"} 0"#))
                    #expect(text.contains("database_timeline 1\n"))
                }
            }
        }
    }

    @Test func `the session of another program is only reported`() async throws {
        try await withDatabase(configure: named("backup")) { database in
            try await database.transaction { transaction in
                _ = try await transaction.all(.one)
                #expect(
                    try await Watchdog(database, of: ["noonish worker"], limit: .zero, logger: .silent)
                        .checkTransactions() == 0)
                _ = try await transaction.all(.one)
            }
        }
    }

    @Test func `watches end a month after the outing, changes go after more than a year`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()
            try await lunch.database.run(
                script: """
                    UPDATE outing SET starts_at = now() - interval '31 days', starts_wall = '2020-01-01 12:00',
                           created_at = now() - interval '500 days';
                    UPDATE outing_change SET at = now() - interval '401 days' WHERE rev = 1
                    """)

            try await UpdatePruner(database: lunch.database).remove()

            #expect(try await lunch.number("SELECT count(*) FROM outing_watch WHERE live") == 0)
            #expect(try await lunch.number("SELECT count(*) FROM outing_change WHERE rev = 1") == 0)
            #expect(try await lunch.number("SELECT count(*) FROM outing_change WHERE rev = 2") == 1)
            try await lunch.expectSound()
        }
    }

    @Test func `a watcher whose changes were pruned gets the current state`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()
            try await lunch.edit([.note(from: nil, to: "Bring cash")], by: lunch.leila)
            try await lunch.edit([.title(from: "Lunch", to: "Brunch")], by: lunch.leila)
            try await lunch.database.run(
                script: """
                    UPDATE outing SET note = 'Bring cash', created_at = now() - interval '500 days';
                    UPDATE outing_change SET at = now() - interval '401 days' WHERE rev <= 3
                    """)
            try await UpdatePruner(database: lunch.database).remove()

            try await lunch.deliverAll()

            #expect(try await lunch.inbox(lunch.tom).last?.contains("ew note: “Bring cash”") == true)
            try await lunch.expectSound()
        }
    }

    @Test func `a worker can delete old changes only`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.database.transaction { transaction in
                try await transaction.execute(Command("test.role", "SET LOCAL ROLE noonish_worker"))
                #expect(try await transaction.one(.prune) == 0)
            }
            await #expect(throws: PostgresError.self) {
                try await lunch.database.transaction { transaction in
                    try await transaction.execute(Command("test.role", "SET LOCAL ROLE noonish_worker"))
                    try await transaction.execute(Command("test.delete", "DELETE FROM outing_change"))
                }
            }
            await #expect(throws: PostgresError.self) {
                try await lunch.database.transaction { transaction in
                    try await transaction.execute(Command("test.role", "SET LOCAL ROLE noonish_app"))
                    _ = try await transaction.one(.prune)
                }
            }
        }
    }

    @Test func `a dead letter is listed with its reason, and delivered when it is retried`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.fanOutAll()
            let queue = DeliveryQueue(.inbox, database: lunch.database, kinds: .all, logger: .silent)
            let watch = try await lunch.watch(of: lunch.tom)
            for claim in try await queue.claim(atMost: 50).claimed where claim.watch == watch {
                try await queue.fail(claim, why: "the disk is full", isPermanent: true)
            }
            let pushes = DeadLetters(lunch.database)

            let dead = try await pushes.list(on: nil)
            let other = try await pushes.list(on: .mail)
            let unknown = try await pushes.retry([WatchID.make()], on: nil)
            let retried = try await pushes.retry([watch], on: nil)
            try await lunch.deliverAll()

            #expect(dead.map(\.watch) == [watch])
            #expect(dead.first?.why == "the disk is full")
            #expect(dead.first?.person == lunch.tom)
            #expect(other.isEmpty)
            #expect((unknown, retried) == (0, 1))
            #expect(try await pushes.list(on: nil).isEmpty)
            #expect(try await lunch.inbox(lunch.tom) == ["Leila has invited you."])
        }
    }
}

extension Query where Row == Bool {
    fileprivate static var one: Self {
        Query("test.one", on: .write, "SELECT true") { row throws(PostgresError) in try row.next() }
    }
}

extension Query where Row == Int {
    /// Whatever retention the caller requests.
    fileprivate static var prune: Self {
        Query("test.prune", on: .write, "SELECT prune_outing_changes('0 s', 100)") {
            row throws(PostgresError) in
            try row.next()
        }
    }
}
