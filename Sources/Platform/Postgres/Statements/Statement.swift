import CoreMetrics
import Metrics
import Synchronization

/// A statement that is prepared once per connection.
final class Statement: Sendable {
    /// Index in the loop's tables; `nil` when the statement is sent unprepared.
    let id: Int?
    /// Name of the query, for metrics and errors.
    let name: String
    let text: String
    let types: [UInt32]
    /// Measures the time from submission to answer, including failed requests.
    let timer: Timer

    init(id: Int?, name: String, sql: SQL) {
        self.id = id
        self.name = name
        text = name.contains("*/") ? sql.text : "/* \(name) */ \(sql.text)"
        types = sql.parameters.types
        timer = Timer(label: "postgres_query_seconds", dimensions: [("query", name)])
    }
}

/// A statement with the parameter values of one execution.
struct BoundStatement: Sendable {
    let statement: Statement
    let parameters: Parameters
}

/// The statements of a client, by name, text and parameter types. Lives as long as its client.
final class StatementRegistry: Sendable {
    private struct Entry {
        let sqlText: String
        let statement: Statement
    }

    private struct State {
        var entries: [String: [Entry]] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    /// Returns the statement for `sql`, registering it on first use, together with the parameters of `sql`. A
    /// name that has too many different texts gets an unprepared statement.
    func bind(_ name: String, _ sql: SQL) -> BoundStatement {
        precondition(sql.parameters.count <= PostgresLimits.parameters, "\(name) has too many parameters.")
        let statement = state.withLock { state in
            let entries = state.entries[name] ?? []
            for entry in entries
            where entry.sqlText == sql.text && entry.statement.types == sql.parameters.types {
                return entry.statement
            }
            guard entries.count < PostgresLimits.textsPerName else {
                return Statement(id: nil, name: name, sql: sql)
            }
            let statement = Statement(id: state.count, name: name, sql: sql)
            state.count += 1
            state.entries[name, default: []].append(Entry(sqlText: sql.text, statement: statement))
            return statement
        }
        return BoundStatement(statement: statement, parameters: sql.parameters)
    }
}
