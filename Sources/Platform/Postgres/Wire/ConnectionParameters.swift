import CLibPQ

/// The keywords and values of a connection string.
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

    /// Environment variables such as `PGHOST`, for every parameter that libpq can read from the environment.
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

    /// Returns a copy with `defaults` for keywords that the string does not give.
    func defaulting(_ defaults: [String: String]) -> Self {
        var copy = self
        copy.values.merge(defaults) { given, _ in given }
        return copy
    }

    /// Returns a copy with server settings, each `name=value`, placed after those of the string so that they
    /// win.
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

    /// A copy that requests a primary or a standby where the string requests a read-write or read-only
    /// server. For the latter two libpq checks the session's own `default_transaction_read_only`, so a
    /// session that sets it would find no read-write server.
    var choosingServerByRecovery: Self {
        switch values["target_session_attrs"] {
        case "read-write": setting("target_session_attrs", to: "primary")
        case "read-only": setting("target_session_attrs", to: "standby")
        default: self
        }
    }

    /// Returns a copy with its hosts rotated. libpq tries hosts in order and has no time limit per host in
    /// non-blocking mode. Starting each attempt with a different host means that one that swallows packets
    /// delays only the attempts that start with it.
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

    /// Calls `body` with the arguments of `PQconnectStartParams`: two arrays that end with NULL.
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
    /// The text without the trailing line feed that libpq adds.
    var trimmed: String {
        var text = self[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
