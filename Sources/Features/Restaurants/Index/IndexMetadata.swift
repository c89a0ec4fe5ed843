import Foundation
import Geo

/// Metadata of the saved index: whether it may be used, and what its numbers mean.
///
/// Of the vocabulary of `config/cuisines.yaml`, only the words that names may contain are in the index; the rest is
/// applied when a query runs.
struct IndexMetadata: Codable, Equatable {
    /// Opening hours are stored as text and parsed again, so that holidays and time zones are up to date.
    struct Hours: Codable, Equatable {
        let text: String
        let zone: String
        let country: String?
        let latitude: Double
        let longitude: Double
    }

    /// The build that wrote the file: each build may fold and transliterate names differently.
    let program: String
    /// ``Vocabulary/fingerprint``.
    let vocabulary: UInt64
    /// Identifies the database. The file is useless for any other database, including one restored from a
    /// backup.
    let database: String
    /// The file contains all changes of transactions older than this.
    let horizon: Int
    /// Changes in the file of transactions not older than ``horizon``: id to the transaction of its last
    /// change.
    let read: [UUID: Int]
    /// Source ids, in the order of their numbers.
    let sources: [String]
    /// Opening hours, in the order of their numbers; `nil` for a number that no place has.
    let hours: [Hours?]

    var bytes: [UInt8] {
        get throws { [UInt8](try JSONEncoder().encode(self)) }
    }

    /// Decodes the note. Returns `nil` for the note of an incompatible build.
    init?(bytes: [UInt8]) {
        guard let note = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = note
    }

    init(
        program: String = thisProgram, vocabulary: UInt64, database: String, horizon: Int, read: [UUID: Int],
        sources: [String], hours: [PlaceHours?]
    ) {
        self.program = program
        self.vocabulary = vocabulary
        self.database = database
        self.horizon = horizon
        self.read = read
        self.sources = sources
        self.hours = hours.map { $0.map(Hours.init) }
    }

    /// Size and modification time of the running executable, which identify the build.
    static let thisProgram: String = {
        let facts = try? FileManager.default.attributesOfItem(
            atPath: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path(percentEncoded: false))
        let time = (facts?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        return "\(facts?[.size] ?? 0) bytes of \(time)"
    }()
}

extension IndexMetadata.Hours {
    fileprivate init(_ hours: PlaceHours) {
        self.init(
            text: hours.text, zone: hours.zone, country: hours.country,
            latitude: hours.coordinate.latitude, longitude: hours.coordinate.longitude)
    }

    /// The hours as used by the index; `nil` if the coordinate is invalid.
    var place: PlaceHours? {
        PlaceHours(
            text: text, zone: zone, country: country,
            coordinate: try? Coordinate(latitude: latitude, longitude: longitude))
    }
}
