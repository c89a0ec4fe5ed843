import CivilTime
import Foundation
package import OpeningHours
import Yams

/// The holidays of `config/holidays/CC.yaml`, by country.
package struct HolidayFiles: Sendable {
    private let calendars: [String: HolidayCalendar]

    /// No holidays for any country.
    package static let none = HolidayFiles(calendars: [:])

    private init(calendars: [String: HolidayCalendar]) { self.calendars = calendars }

    /// Reads every file of the folder.
    ///
    /// - Throws: ``HolidayFileFault`` with the file and the reason.
    package init(folder: String) throws {
        var calendars: [String: HolidayCalendar] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".yaml")
        {
            let path = URL(filePath: folder).appending(path: name).path(percentEncoded: false)
            let yaml = try String(contentsOfFile: path, encoding: .utf8)
            let country = String(name.dropLast(5))
            guard country.wholeMatch(of: /[A-Z]{2}/) != nil else {
                throw HolidayFileFault(file: path, reason: "is not named for a country, such as FI.yaml")
            }
            calendars[country] = try Self.calendar(yaml, file: path)
        }
        self.init(calendars: calendars)
    }

    /// Countries with known holidays, sorted.
    package var countries: [String] { calendars.keys.sorted() }

    /// The holidays of a country; empty for a country without a file.
    package subscript(country: String?) -> HolidayCalendar {
        country.flatMap { calendars[$0] } ?? .empty
    }

    static func calendar(_ yaml: String, file: String) throws -> HolidayCalendar {
        guard case .mapping(let root)? = try compose(yaml: yaml) else {
            throw HolidayFileFault(file: file, reason: "has no public section")
        }
        return HolidayCalendar(
            publicHolidays: try days(root["public"], file), schoolHolidays: try days(root["school"], file))
    }

    /// Reads days by year, such as `2027: [01-01, 12-24]`.
    private static func days(_ node: Node?, _ file: String) throws -> [CivilDate] {
        guard let node else { return [] }
        guard case .mapping(let years) = node else {
            throw HolidayFileFault(file: file, reason: "needs days by year, such as 2027: [01-01, 12-24]")
        }
        return try years.flatMap { key, value -> [CivilDate] in
            guard let year = key.string.flatMap({ Int($0) }), (1_900...9_999).contains(year),
                case .sequence(let days) = value
            else {
                throw HolidayFileFault(
                    file: file, reason: "\(key.string ?? "?") is not a year with a list of days")
            }
            return try days.map { day in
                let parts = (day.string ?? "").split(separator: "-").compactMap { Int($0) }
                guard parts.count == 2, (1...12).contains(parts[0]), (1...31).contains(parts[1]) else {
                    throw HolidayFileFault(
                        file: file, reason: "\(day.string ?? "?") is not a day such as 12-24")
                }
                return CivilDate(year: year, month: parts[0], day: parts[1])
            }
        }
    }
}

/// The error for an invalid holiday file.
package struct HolidayFileFault: Error, CustomStringConvertible {
    let file: String
    let reason: String

    package var description: String { "\(file) \(reason)" }
}
