import Journal
import NoonishAPI

/// An update as it is stored, before it is worded.
struct StoredUpdate {
    var row: InboxRow
    let changes: StoredChanges

    /// Returns this update with a later one of the same outing; `nil` if they stay apart.
    ///
    /// An invitation or a farewell to the reader stays an update of its own, and read updates do not become part of
    /// unread ones.
    fileprivate func folded(with later: StoredUpdate, for reader: PersonID) -> StoredUpdate? {
        guard row.isRead == later.row.isRead, !changes.isAboutOneself(reader),
            !later.changes.isAboutOneself(reader)
        else { return nil }
        let folded = (changes.changes + later.changes.changes).folded
        // What was undone is reported by the later update, because its reader may have seen the earlier one.
        guard !folded.isEmpty else { return later }
        var row = later.row
        row.fromRev = self.row.fromRev
        let actors = changes.actors.merging(later.changes.actors) { $1 }
        return StoredUpdate(row: row, changes: StoredChanges(folded, actors: actors))
    }
}

extension [StoredUpdate] {
    /// Joins the updates of each outing, oldest first, into one with what holds after the last of them.
    func folded(for reader: PersonID) -> [StoredUpdate] {
        var result: [StoredUpdate] = []
        for update in self {
            if let index = result.lastIndex(where: { $0.row.outing == update.row.outing }),
                let joined = result[index].folded(with: update, for: reader)
            {
                result.remove(at: index)
                result.append(joined)
            } else {
                result.append(update)
            }
        }
        return result
    }
}
