extension Settings {
    /// Reads all settings.
    ///
    /// - Throws: ``SettingsFault`` with **every** invalid, missing or unknown key.
    init(_ reader: SettingsReader) throws {
        var reader = reader
        self.init(&reader)
        reader.rejectUnknownKeys()
        guard reader.faults.isEmpty else { throw SettingsFault(faults: reader.faults) }
    }
}

/// All errors of the settings, one per line.
struct SettingsFault: Error, CustomStringConvertible {
    let faults: [String]

    var description: String {
        faults.count == 1
            ? "wrong setting: \(faults[0])"
            : "\(faults.count) wrong settings:\n" + faults.map { "  \($0)" }.joined(separator: "\n")
    }
}
