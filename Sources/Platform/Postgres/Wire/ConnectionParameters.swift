import CLibPQ

/// The keywords and values of a connection string.
struct ConnectionParameters: Sendable {
    private var values: [String: String] = [:]
    /// Fallback parameters: their hosts are tried after these.
    private var fallback: [Self] = []
    /// Whether another one of the ``alternatives`` is preferred to this one.
    private(set) var isFallback = false

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

    /// Returns a copy after whose hosts those of `other` are tried.
    func fallingBack(to other: Self) -> Self {
        var copy = self
        copy.fallback = [other]
        return copy
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

    /// The host and port of parameters with one host, for people.
    var server: String {
        "\(values["host"] ?? values["hostaddr"] ?? "localhost"):\(values["port"] ?? "5432")"
    }

    /// The parameters of each host alone, in the order in which libpq tries them: `prefer-standby` tries them all for
    /// a standby first. Lists that do not match stay whole, for libpq to complain about.
    var alternatives: [Self] {
        var own = self
        own.fallback = []
        return own.ownAlternatives + fallback.flatMap(\.alternatives).map(\.asFallback)
    }

    private var asFallback: Self {
        var copy = self
        copy.isFallback = true
        return copy
    }

    private var ownAlternatives: [Self] {
        let lists = Self.hostKeywords.compactMap { keyword in
            values[keyword].map { (keyword, $0.split(separator: ",", omittingEmptySubsequences: false)) }
        }
        let count = lists.filter { $0.0 != "port" }.map(\.1.count).max() ?? 1
        let isWhole = lists.allSatisfy { keyword, parts in
            parts.count == count || keyword == "port" && parts.count == 1
        }
        guard count > 1, isWhole else { return [self] }
        let hosts = (0..<count).map { index in
            lists.reduce(self) { copy, list in
                copy.setting(list.0, to: String(list.1[list.1.count == 1 ? 0 : index]))
            }
        }
        guard values["target_session_attrs"] == "prefer-standby" else { return hosts }
        return hosts.map { $0.setting("target_session_attrs", to: "standby") }
            + hosts.map { $0.setting("target_session_attrs", to: "any").asFallback }
    }

    private static let hostKeywords = ["host", "hostaddr", "port"]

    /// Returns a copy with its hosts rotated, so that an attempt after one that failed starts with another host.
    func rotated(by attempt: Int) -> Self {
        var copy = self
        for keyword in Self.hostKeywords {
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
