import Foundation
import Geo

/// What stands in the saved index besides places: whether it may be used, and what the numbers in it mean.
///
/// The words of `config/cuisines.yaml` are none of it: they are put to use when a question is asked.
struct IndexNote: Codable, Equatable {
    /// ``Schedule``s are kept as their texts and read again, so that holidays and clocks are those of the day.
    struct Hours: Codable, Equatable {
        let text: String
        let zone: String
        let country: String?
        let latitude: Double
        let longitude: Double
    }

    /// The program that wrote it: folding and writing in Latin letters are its own.
    let program: String
    /// Nothing that another database, or this one brought back from a backup, says has to do with it.
    let database: String
    /// Changes of older transactions are all in it.
    let horizon: Int
    /// What is in it of transactions not older than that: id to the transaction of its last change.
    let read: [UUID: Int]
    /// Ids, in the order of their numbers.
    let sources: [String]
    /// In the order of their numbers; nil for a number that no place has.
    let hours: [Hours?]

    var bytes: [UInt8] {
        get throws { [UInt8](try JSONEncoder().encode(self)) }
    }

    /// Nil for the note of a program that notes something else.
    init?(bytes: [UInt8]) {
        guard let note = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = note
    }

    init(
        program: String = thisProgram, database: String, horizon: Int, read: [UUID: Int],
        sources: [String], hours: [PlaceHours?]
    ) {
        self.program = program
        self.database = database
        self.horizon = horizon
        self.read = read
        self.sources = sources
        self.hours = hours.map { $0.map(Hours.init) }
    }

    /// Size and time of the running program's file: another build is another program.
    static let thisProgram: String = {
        let facts = try? FileManager.default.attributesOfItem(
            atPath: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path(percentEncoded: false))
        let time = (facts?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        return "\(facts?[.size] ?? 0) bytes of \(time)"
    }()
}

extension IndexNote.Hours {
    fileprivate init(_ hours: PlaceHours) {
        self.init(
            text: hours.text, zone: hours.zone, country: hours.country,
            latitude: hours.coordinate.latitude, longitude: hours.coordinate.longitude)
    }

    /// Nil for what no place can have.
    var place: PlaceHours? {
        PlaceHours(
            text: text, zone: zone, country: country,
            coordinate: try? Coordinate(latitude: latitude, longitude: longitude))
    }
}
