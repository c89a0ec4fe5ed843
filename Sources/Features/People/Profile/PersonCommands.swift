import Access
import Foundation
import HTTPKit
import NoonishAPI
import Postgres

extension Command {
    static func update(_ me: Capability<PersonID>, by patch: PersonPatch) -> Self {
        Command(
            "people.update_profile",
            """
            UPDATE person
               SET name       = coalesce(\(patch.name), name),
                   time_zone  = CASE WHEN \(patch.timeZone.isAbsent) THEN time_zone
                                     ELSE \(patch.timeZone.merged(over: nil)) END,
                   locale     = CASE WHEN \(patch.locale.isAbsent) THEN locale
                                     ELSE \(patch.locale.merged(over: nil)) END,
                   updated_at = now()
             WHERE id = \(me.object)
            """)
    }
}
