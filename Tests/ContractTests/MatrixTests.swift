import Access
import Foundation
import HTTPTypes
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Noonish

/// Every route for every kind of caller, on their own, others', deleted and invented things: who may do what is as
/// `AccessPolicy` says, and what is not to be seen is not there.
@Suite(.serialized) struct MatrixTests {
    @Test func `every route has a row, and every row a route`() async throws {
        try await withWholeProgram { program in
            let known = Set(MatrixRows.all.map(\.route))
            let needed = Set(program.routes.filter(Self.isGuarded).map(\.key))

            #expect(
                needed.subtracting(known).sorted() == [],
                "add a MatrixRow to Tests/ContractTests/MatrixRows.swift: what the path names, what success is, a right body"
            )
            #expect(known.subtracting(needed).sorted() == [], "no such route: remove its row")
        }
    }

    /// All but what the program says of itself and its files.
    private static func isGuarded(_ route: Route) -> Bool {
        // A claim by form takes a proof of the session that asks; its tests are People's. What a mailed link ends or
        // confirms takes no more than the link, as pairing a device takes no more than its code.
        route.action != .readService && route.action != .readMailOutbox && route.action != .unsubscribe
            && route.action != .confirmAddress && route.action != .pairDevice
            && route.key != "POST /i/{token}/claim"
    }

    @Test(.timeLimit(.minutes(30)))
    func `every cell answers as the policy says, and what is denied changes nothing`() async throws {
        try await withWholeProgram { program in
            let matrix = try await Matrix(program)
            // Reading an outing, which is allowed, marks its reader's invitation as opened.
            try await program.database.run(
                script: "UPDATE invitation SET state = 'opened' WHERE state IN ('queued', 'sent')")
            let before = try await program.database.digest()
            let denied = try await matrix.run(matrix.cells.filter { !$0.changesSomething })
            let after = try await program.database.digest()
            let allowed = try await matrix.runInWorldsOfTheirOwn(matrix.cells.filter(\.changesSomething))

            let wrong = (denied + allowed).filter { $0.answer.status.code != $0.cell.expected }
            print(
                "matrix: \(denied.count + allowed.count) cells, \(MatrixRows.all.count) rows, \(MatrixActor.allCases.count) callers, \(wrong.count) wrong"
            )
            #expect(wrong.map(\.description) == [])
            #expect(before == after, "something that was denied has changed the database")
            #expect(denied.count + allowed.count > 2_000)
            let absent = denied.filter { $0.cell.expected == 404 && $0.answer.code != nil }
            #expect(Set(absent.map(\.answer.text)).count == 1, "what is not to be seen has one shape")
        }
    }
}

/// One request of the matrix.
struct MatrixCell: Sendable {
    let row: MatrixRow
    let actor: MatrixActor
    let object: MatrixObject
    let expected: Int

    /// Whether it is a write that is let through.
    var changesSomething: Bool {
        method != .get && method != .head && expected == object.done ?? row.done && expected < 400
    }

    var method: HTTPRequest.Method {
        if row.isEndless { return .head }
        return HTTPRequest.Method(String(row.route.prefix { $0 != " " })) ?? .get
    }
}

/// What came of it.
struct MatrixOutcome: Sendable, CustomStringConvertible {
    let cell: MatrixCell
    let answer: TestSupport.Answer

    var description: String {
        let code = answer.code.map { " \($0)" } ?? ""
        return
            "\(cell.row.route) as \(cell.actor.rawValue) on \(cell.object.kind.rawValue) (\(cell.object.relation.rawValue)): \(answer.status.code)\(code), not \(cell.expected)"
    }
}

struct Matrix: Sendable {
    let program: WholeProgram
    let world: MatrixWorld
    let cells: [MatrixCell]
    private let routes: [String: Route]

    init(_ program: WholeProgram) async throws {
        self.program = program
        let world = try await MatrixWorld(program)
        self.world = world
        let routes = Dictionary(program.routes.map { ($0.key, $0) }) { first, _ in first }
        self.routes = routes
        var cells: [MatrixCell] = []
        for row in MatrixRows.all {
            guard let route = routes[row.route] else { continue }
            for actor in MatrixActor.allCases {
                cells += try await Self.cells(of: row, route, actor, in: world)
            }
        }
        self.cells = cells
    }

    private static func cells(
        of row: MatrixRow, _ route: Route, _ actor: MatrixActor, in world: MatrixWorld
    ) async throws -> [MatrixCell] {
        try await world.objects(of: row, for: actor).map { object in
            MatrixCell(
                row: row, actor: actor, object: object, expected: expected(row, route, actor, object))
        }
    }

    /// The rules: who may try at all, then the policy's word on what the caller is to the thing.
    private static func expected(
        _ row: MatrixRow, _ route: Route, _ actor: MatrixActor, _ object: MatrixObject
    ) -> Int {
        let mayTry =
            switch route.scope {
            case .anyone: true
            case .guest, .reader: actor.isMember || actor.isGuest
            case .member, .venue: actor.isMember
            }
        guard mayTry else { return 401 }
        guard object.kind != .malformed else { return 404 }
        do {
            _ = try decide(.anonymous, row.action ?? route.action, 0, as: object.relation)
            return object.done ?? row.done
        } catch {
            return error == .notFound ? 404 : 403
        }
    }

    /// Several at a time, all in the one world.
    func run(_ cells: [MatrixCell]) async throws -> [MatrixOutcome] {
        try await inTurns(cells) { cell in
            MatrixOutcome(cell: cell, answer: try await send(cell, in: world))
        }
    }

    /// Each finds the world as it was.
    func runInWorldsOfTheirOwn(_ cells: [MatrixCell]) async throws -> [MatrixOutcome] {
        try await inTurns(cells) { cell in
            guard let route = routes[cell.row.route] else { throw Gone() }
            let fresh = try await MatrixWorld(program)
            let same = try await Self.cells(of: cell.row, route, cell.actor, in: fresh).first {
                $0.object.kind == cell.object.kind && $0.object.relation == cell.object.relation
                    && $0.expected == cell.expected
            }
            guard let same else { throw Gone() }
            return MatrixOutcome(cell: same, answer: try await send(same, in: fresh))
        }
    }

    private struct Gone: Error {}

    /// A cell that got no answer.
    private struct Unanswered: Error {
        let cell: String
        let error: any Error
    }

    private func send(_ cell: MatrixCell, in world: MatrixWorld) async throws -> TestSupport.Answer {
        let visitor = world.visitor(cell.actor)
        let path = cell.object.path(of: cell.row)
        let body = cell.row.body?.replacing("{mark}", with: UUID().uuidString) ?? ""
        guard let form = cell.row.form else {
            return try await visitor.send(
                cell.method, path, body.isEmpty ? nil : body, headers: cell.row.headers)
        }
        guard !form.isEmpty else { return try await visitor.sendForm(path, body, headers: cell.row.headers) }
        let proof = program.key.token("form", form, cell.object.ids["token"] ?? "")
        return try await visitor.sendForm(path, body + "&csrf=\(proof)", headers: cell.row.headers)
    }

    private func inTurns(
        _ cells: [MatrixCell], _ work: @escaping @Sendable (MatrixCell) async throws -> MatrixOutcome
    ) async throws -> [MatrixOutcome] {
        try await withThrowingTaskGroup(of: MatrixOutcome.self) { group in
            var waiting = cells[...]
            var outcomes: [MatrixOutcome] = []
            func begin() {
                guard let cell = waiting.popFirst() else { return }
                group.addTask {
                    do {
                        return try await work(cell)
                    } catch {
                        throw Unanswered(
                            cell: "\(cell.row.route) as \(cell.actor), \(cell.object.kind)", error: error)
                    }
                }
            }
            for _ in 0..<6 { begin() }
            while let outcome = try await group.next() {
                outcomes.append(outcome)
                begin()
            }
            return outcomes
        }
    }
}

extension PostgresClient {
    /// A hash over every row of every table but the book, where denials stand.
    func digest() async throws -> [String] {
        let tables = try await all(
            Query<String>(
                "test.tables",
                "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'audit' ORDER BY 1"
            ) { row throws(PostgresError) in try row.next() })
        var digests: [String] = []
        for table in tables {
            let hash = try await one(
                Query<String?>(
                    "test.digest",
                    SQL(
                        stringLiteral:
                            "SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) FROM \(table) AS t")
                ) { row throws(PostgresError) in try row.next() })
            digests.append("\(table) \(hash ?? "empty")")
        }
        return digests
    }
}

extension Query where Row == String {
    static var anyRestaurantWithMenu: Self {
        Query("test.any_restaurant_with_menu", "SELECT restaurant_id::text FROM menu_version LIMIT 1") {
            row throws(PostgresError) in try row.next()
        }
    }

    static var anyDish: Self {
        Query("test.any_dish", "SELECT id::text FROM dish LIMIT 1") {
            row throws(PostgresError) in try row.next()
        }
    }

    /// One of the directory.
    static var anyRestaurant: Self {
        Query("test.any_restaurant", "SELECT id::text FROM restaurant ORDER BY id LIMIT 1") {
            row throws(PostgresError) in try row.next()
        }
    }
}
