import CLibPQ
import DequeModule

extension Pipeline {
    /// Passes a request to libpq. Returns `false` if the connection is broken.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - opening: A statement that runs first, under the same sync; its answer is discarded.
    func send(_ request: Request, opening: BoundStatement? = nil) -> Bool {
        if inFlight.isEmpty { groupStart = .now }
        inFlight.append(request)
        earliestDeadline = min(earliestDeadline, request.deadline)
        unsentBytes += request.byteCount
        if request.byteCount > PostgresLimits.retiringBytes { isRetiring = true }
        if let statement = request.statements.first?.statement {
            request.progress.expectedBytes = costs.expectedReply(statement)
            expectedBytes += request.progress.expectedBytes
        }

        if request.progress.wasReprepared {
            // Forget the prepared statements: another request may be preparing them at this moment.
            for bound in request.statements { forget(bound.statement) }
        }
        if opening != nil || request.statements.contains(where: { !isPrepared($0.statement) }) {
            guard sendPreparing(request, opening) else { return false }
        } else {
            for bound in request.statements { guard execute(bound) else { return false } }
        }
        if policy.sync == .batch { return true }
        request.progress.endsGroup = true
        return PQpipelineSync(handle) == 1
    }

    /// Ends the group of requests sent since the last call. Returns `false` if the connection is broken.
    func endBatch() -> Bool {
        if let last = inFlight.last, !last.progress.endsGroup {
            last.progress.endsGroup = true
            guard PQpipelineSync(handle) == 1 else { return false }
        }
        return flush()
    }

    func flush() -> Bool {
        let state = PQflush(handle)
        wantsWrite = state == 1
        if state == 0 { unsentBytes = 0 }
        return state >= 0
    }

    /// Prepares each statement just before it runs, because an earlier one may create the table it needs.
    private func sendPreparing(_ request: Request, _ opening: BoundStatement?) -> Bool {
        if let opening {
            if let id = opening.statement.id, !isPrepared(opening.statement) {
                guard prepare(opening.statement, id: id) else { return false }
                request.progress.steps.append(.prepare(opening.statement))
            }
            guard execute(opening) else { return false }
            request.progress.steps.append(.open(opening.statement))
        }
        for bound in request.statements {
            if let id = bound.statement.id, !isPrepared(bound.statement) {
                guard prepare(bound.statement, id: id) else { return false }
                request.progress.steps.append(.prepare(bound.statement))
            }
            guard execute(bound) else { return false }
            request.progress.steps.append(.execute(bound.statement))
        }
        return true
    }

    private func isPrepared(_ statement: Statement) -> Bool {
        guard let id = statement.id else { return true }
        return id < prepared.count && prepared[id] != nil
    }

    /// Prepares a statement under a new name every time: the old name may still exist, with a plan that no
    /// longer fits.
    private func prepare(_ statement: Statement, id: Int) -> Bool {
        if id >= prepared.count { prepared += Array(repeating: nil, count: id + 1 - prepared.count) }
        preparedCount += 1
        let name = PreparedName(preparedCount)
        prepared[id] = name
        let count = Int32(statement.types.count)
        return PQsendPrepare(handle, name.pointer, statement.text, count, statement.types) == 1
    }

    private func execute(_ bound: BoundStatement) -> Bool {
        let lengths = bound.parameters.lengths
        if formats.count < lengths.count { formats = Array(repeating: 1, count: lengths.count) }
        return bound.parameters.bytes.withUnsafeBytes { bytes in
            withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: lengths.count) { values in
                var offset = 0
                for (index, length) in lengths.enumerated() {
                    // An empty value needs a pointer that is not NULL; its target does not matter.
                    values[index] = length < 0 ? nil : Self.address(in: bytes, at: offset)
                    offset += Int(max(0, length))
                }
                return execute(bound.statement, count: Int32(lengths.count), values.baseAddress, lengths)
            }
        }
    }

    private func execute(
        _ statement: Statement, count: Int32, _ values: UnsafePointer<UnsafePointer<CChar>?>?,
        _ lengths: [Int32]
    ) -> Bool {
        if let id = statement.id {
            PQsendQueryPrepared(handle, prepared[id]?.pointer, count, values, lengths, formats, 1) == 1
        } else {
            PQsendQueryParams(handle, statement.text, count, statement.types, values, lengths, formats, 1)
                == 1
        }
    }

    private static func address(in bytes: UnsafeRawBufferPointer, at offset: Int) -> UnsafePointer<CChar>? {
        guard let base = bytes.baseAddress else { return emptyValue }
        return (base + offset).assumingMemoryBound(to: CChar.self)
    }

    /// One byte for the whole process; never freed or changed.
    nonisolated(unsafe) private static let emptyValue = UnsafePointer(strdup(""))
}
