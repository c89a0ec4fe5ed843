import GeoSearch
import Logging
import Postgres
import Synchronization

/// Restoring and saving the index.
extension RestaurantIndex {
    /// Restores the saved index in the state in which it was saved.
    ///
    /// - Returns: Whether a usable file was found; if not, the reason is logged.
    func restore() async throws -> Bool {
        guard let file else { return false }
        let moment = try await database.one(.moment())
        let known = try await database.all(.restaurantSources())
        let fault = await build { [self] places -> IndexFile.Fault? in
            do throws(IndexFile.Fault) {
                let image = try file.map()
                let note = try IndexNote.checked(image.note, moment)
                guard let numbered = RestaurantSources(ids: note.sources, of: known) else {
                    throw .foreign("it names a source that the database does not have")
                }
                guard hours.restore(note.hours.map { $0?.place }) else {
                    throw .foreign("it has opening hours that cannot be read")
                }
                sources.withLock { $0 = numbered }
                places.replaceAll(with: image)
                followed.withLock {
                    $0 = Followed(
                        database: moment.database, horizon: note.horizon, read: note.read,
                        swept: note.hours.count)
                }
                return nil
            } catch {
                return error
            }
        }
        guard let fault else { return true }
        let level: Logger.Level = fault == .missing ? .debug : .notice
        logger.log(
            level: level, "the saved index is not used, the table is read",
            metadata: ["file": "\(file.path)", "reason": "\(fault)"])
        return false
    }

    /// Saves the index if at least this number of changes is not in the file. A failure only delays the next
    /// start by some seconds, so it is logged and the save is retried after as many further changes.
    func saveChanges(atLeast least: Int) async {
        let state = followed.withLock { $0 }
        guard let file, state.unsaved >= least else { return }
        followed.withLock { $0.unsaved = 0 }
        do {
            let note = try IndexNote(
                database: state.database, horizon: state.horizon, read: state.read,
                sources: sources.withLock(\.ids), hours: hours.all
            ).bytes
            let start = ContinuousClock.now
            let result = await build { places in Result { try file.save(places, note: note) } }
            guard try result.get() else { return }
            logger.info("the index is saved", metadata: ["took": "\(ContinuousClock.now - start)"])
        } catch {
            logger.warning(
                "the index cannot be saved; the next start reads the table",
                metadata: ["file": "\(file.path)", "reason": "\(error)"])
        }
    }

    /// Collects hours that no place has any more, once there are many new ones.
    func sweepHours() async {
        let swept = followed.withLock(\.swept)
        guard hours.count >= swept + RestaurantLimits.sweepAfter else { return }
        await build { [hours] places in hours.keep(places.hoursPatterns) }
        followed.withLock { $0.swept = hours.count }
    }
}

extension IndexNote {
    fileprivate static func checked(
        _ bytes: [UInt8], _ moment: DatabaseMoment
    ) throws(IndexFile.Fault) -> IndexNote {
        guard let note = IndexNote(bytes: bytes), note.program == thisProgram else {
            throw .foreign("another build of the program wrote it")
        }
        guard note.database == moment.database else { throw .foreign("it is of another database") }
        guard note.horizon <= moment.horizon else {
            throw .foreign("the database is older than it, as one from a backup is")
        }
        return note
    }
}
