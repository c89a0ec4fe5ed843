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
        let position = try await database.one(.position())
        let known = try await database.all(.restaurantSources())
        let fault = await build { [self] places -> IndexFile.Fault? in
            do throws(IndexFile.Fault) {
                let image = try file.map()
                let note = try IndexMetadata.checked(image.note, position, words.vocabulary)
                guard let numbered = RestaurantSources(ids: note.sources, of: known) else {
                    throw .foreign("it refers to an unknown source")
                }
                guard hours.restore(note.hours.map { $0?.place }) else {
                    throw .foreign("it has opening hours that cannot be read")
                }
                sources.withLock { $0 = numbered }
                places.replaceAll(with: image)
                followState.withLock {
                    $0 = FollowState(
                        database: position.database, horizon: note.horizon, read: note.read,
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
        let state = followState.withLock { $0 }
        guard let file, state.unsaved >= least else { return }
        followState.withLock { $0.unsaved = 0 }
        do {
            let note = try IndexMetadata(
                vocabulary: words.vocabulary.fingerprint, database: state.database, horizon: state.horizon,
                read: state.read,
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
        let swept = followState.withLock(\.swept)
        guard hours.count >= swept + RestaurantLimits.patternsBeforeSweep else { return }
        await build { [hours] places in hours.freeNumbers(notIn: places.hoursPatterns) }
        followState.withLock { $0.swept = hours.count }
    }
}

extension IndexMetadata {
    fileprivate static func checked(
        _ bytes: [UInt8], _ position: DatabasePosition, _ vocabulary: Vocabulary
    ) throws(IndexFile.Fault) -> IndexMetadata {
        guard let note = IndexMetadata(bytes: bytes), note.program == thisProgram else {
            throw .foreign("it was written by another build of the program")
        }
        guard note.vocabulary == vocabulary.fingerprint else {
            throw .foreign("it was written with another config/cuisines.yaml")
        }
        guard note.database == position.database else { throw .foreign("it belongs to another database") }
        guard note.horizon <= position.horizon else {
            throw .foreign("the database is older than the index, as after a restore")
        }
        return note
    }
}
