internal import CLibPQ

/// A connection string taken apart.
struct ConnectionParameters: Sendable {
    private var values: [String: String] = [:]

    init(_ text: String) throws(PostgresError) {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(text, &message) else {
            defer { PQfreemem(message) }
            let reason = message.map { String(cString: $0) } ?? "out of memory"
            throw .connect("the connection string is not valid: \(reason.trimmed)")
        }
        defer { PQconninfoFree(options) }
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
    }

    subscript(keyword: String) -> String? { values[keyword] }

    /// `PGHOST` and its like: every parameter that libpq also reads from the environment.
    var environment: [String: String] {
        guard let options = PQconndefaults() else { return [:] }
        defer { PQconninfoFree(options) }
        var variables: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let variable = option.pointee.envvar, let value = values[String(cString: keyword)] {
                variables[String(cString: variable)] = value
            }
            option += 1
        }
        return variables
    }

    func setting(_ keyword: String, to value: String) -> Self {
        var copy = self
        copy.values[keyword] = value
        return copy
    }

    /// With `defaults` where the string says nothing.
    func defaulting(_ defaults: [String: String]) -> Self {
        var copy = self
        copy.values.merge(defaults) { given, _ in given }
        return copy
    }

    /// With server settings, each `name=value`, after those of the string, so that they win.
    func adding(settings: [String]) -> Self {
        let escaped = settings.map { setting in
            setting.reduce(into: "-c ") { text, character in
                if character == " " || character == "\\" { text.append("\\") }
                text.append(character)
            }
        }
        return self.setting(
            "options", to: ([values["options"]].compactMap { $0 } + escaped).joined(separator: " "))
    }

    /// Asks for a primary or a standby where the string asks for a server that writes or does not: libpq tells the latter
    /// by the session's own `default_transaction_read_only`, and would refuse every server to a session that sets it.
    var choosingServerByRecovery: Self {
        switch values["target_session_attrs"] {
        case "read-write": setting("target_session_attrs", to: "primary")
        case "read-only": setting("target_session_attrs", to: "standby")
        default: self
        }
    }

    /// With its hosts in another order. libpq tries them in order and has no limit for each when it does not block;
    /// so every attempt starts with another one, and a host that swallows packets delays only the attempts that start
    /// with it.
    func rotated(by attempt: Int) -> Self {
        var copy = self
        for keyword in ["host", "hostaddr", "port"] {
            guard let value = values[keyword] else { continue }
            let parts = value.split(separator: ",", omittingEmptySubsequences: false)
            guard parts.count > 1 else { continue }
            let first = attempt % parts.count
            copy.values[keyword] = (parts[first...] + parts[..<first]).joined(separator: ",")
        }
        return copy
    }

    /// Calls `body` with what `PQconnectStartParams` and `PQconnectdbParams` take: two lists that end with nil.
    func withLists<Result>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        let pairs = values.map { (strdup($0.key), strdup($0.value)) }
        defer {
            for (keyword, value) in pairs {
                free(keyword)
                free(value)
            }
        }
        return body(pairs.map { UnsafePointer($0.0) } + [nil], pairs.map { UnsafePointer($0.1) } + [nil])
    }
}

extension String {
    /// Without the line feed that libpq puts at the end.
    var trimmed: String {
        var text = self[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
