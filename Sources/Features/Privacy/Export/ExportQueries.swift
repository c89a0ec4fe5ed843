import Access
import Foundation
import NoonishAPI
import Postgres

// `now` is `nil` for the database's clock; see ``AccountClock``.

extension Query where Row == PersonID {
    /// Reads the owner of an export, unless it is finished or deleted.
    static func ownerOfUnfinished(_ export: ExportID) -> Self {
        Query(
            "privacy.read_owner_of_unfinished_export", on: .write,
            "SELECT person_id FROM data_export WHERE id = \(export) AND ready_at IS NULL")
    }
}

extension Query where Row == ExportRow {
    /// Returns the person's pending export, or creates one.
    static func findOrCreateExport(of person: PersonID, now: Date?) -> Self {
        Query(
            "privacy.insert_export", on: .write,
            """
            WITH made AS (
                INSERT INTO data_export (id, person_id, requested_at)
                VALUES (\(ExportID.make()), \(person), coalesce(\(now), now()))
                    ON CONFLICT (person_id) WHERE ready_at IS NULL DO NOTHING
                RETURNING id, requested_at, ready_at, expires_at)
            SELECT id, requested_at, ready_at, expires_at FROM made
             UNION ALL
            SELECT id, requested_at, ready_at, expires_at FROM data_export WHERE person_id = \(person) AND ready_at IS NULL
             LIMIT 1
            """)
    }

    static func exports(of person: PersonID, now: Date?) -> Self {
        Query(
            "privacy.list_exports",
            """
            SELECT id, requested_at, ready_at, expires_at
              FROM data_export
             WHERE person_id = \(person) AND (ready_at IS NULL OR expires_at > coalesce(\(now), now()))
             ORDER BY requested_at DESC
            """)
    }
}

extension Query where Row == LimitEntry {
    static func exportsMade(for person: PersonID) -> Self {
        Query(
            "privacy.count_exports",
            "SELECT requested_at, 1 FROM data_export WHERE person_id = \(person) AND ready_at IS NOT NULL")
    }
}

extension Query where Row == [UInt8] {
    static func archive(_ id: ExportID, of person: PersonID, now: Date?) -> Self {
        Query(
            "privacy.read_archive",
            """
            SELECT archive
              FROM data_export
             WHERE id = \(id) AND person_id = \(person) AND expires_at > coalesce(\(now), now())
            """)
    }
}

extension Command {
    static func finishExport(_ export: ExportID, _ archive: [UInt8], now: Date?) -> Self {
        Command(
            "privacy.finish_export",
            """
            UPDATE data_export
               SET ready_at = coalesce(\(now), now()), archive = \(archive),
                   expires_at = coalesce(\(now), now()) + \(ExportLimits.life) * interval '1 s'
             WHERE id = \(export) AND ready_at IS NULL
            """)
    }

    static func removeExports(now: Date?) -> Self {
        Command(
            "privacy.remove_expired_exports",
            """
            DELETE FROM data_export
             WHERE expires_at <= coalesce(\(now), now())
                OR ready_at IS NULL
                   AND requested_at <= coalesce(\(now), now()) - \(ExportLimits.maximumPendingAge) * interval '1 s'
            """)
    }
}
