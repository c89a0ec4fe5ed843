import CLibPQ
import DequeModule

extension Pipeline {
    /// Reads from the socket and resumes every caller whose group has ended. Returns `false` if the
    /// connection is broken.
    func receive() -> Bool {
        guard PQconsumeInput(handle) == 1 else { return false }
        lastHeard = .now
        if wantsWrite, !flush() { return false }
        // Notices and parameter changes arrive even on an idle connection; this makes libpq process them.
        if inFlight.isEmpty { _ = PQisBusy(handle) }
        while !inFlight.isEmpty, PQisBusy(handle) == 0 {
            if let result = PQgetResult(handle) {
                endedStep = false
                guard accept(result) else { return false }
            } else {
                if endedStep { return false }
                endedStep = true
                endStep()
            }
        }
        return PQstatus(handle) == CONNECTION_OK
    }

    /// Fails the requests whose deadline has passed; their answers are discarded when they arrive.
    func expire(_ now: Moment) {
        guard now >= earliestDeadline else { return }
        earliestDeadline = .never
        for request in inFlight where request.isAwaited {
            if request.deadline <= now {
                request.finish(.failure(.deadline(sent: true)))
            } else {
                earliestDeadline = min(earliestDeadline, request.deadline)
            }
        }
    }

    /// When the connection is considered dead, because the server should have cancelled its oldest statement
    /// by then.
    var deadAt: Moment {
        guard let head = inFlight.first else { return .never }
        return head.deadline + policy.statementTimeout + PostgresLimits.deadAfter
    }

    /// Removes and returns all requests in flight, for a connection that is lost.
    func abandonAll() -> [Request] {
        defer { inFlight.removeAll() }
        return Array(inFlight)
    }
}

extension Pipeline {
    /// Whether all answers of the oldest group have arrived but not its sync.
    private var isGroupAnswered: Bool { cursor > 0 && inFlight[cursor - 1].progress.endsGroup }

    private func endStep() {
        guard !isGroupAnswered, cursor < inFlight.count else { return }
        let request = inFlight[cursor]
        request.progress.answered += 1
        if request.progress.answered == request.stepCount { cursor += 1 }
    }

    private func accept(_ result: OpaquePointer) -> Bool {
        switch PQresultStatus(result) {
        case PGRES_PIPELINE_SYNC:
            PQclear(result)
            endGroup()
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
            accept(answer: ServerResult(result))
        case PGRES_PIPELINE_ABORTED:
            PQclear(result)
            acceptAborted()
        case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
            PQclear(result)
            inFlight[cursor].finish(.failure(.decode("COPY cannot run as a statement; use copy(into:rows:)")))
            return false
        default:
            acceptFailure(result)
            PQclear(result)
        }
        return true
    }

    private func accept(answer: ServerResult) {
        guard !isGroupAnswered, cursor < inFlight.count else { return }
        let request = inFlight[cursor]
        guard case .execute(let statement) = request.step(at: request.progress.answered) else { return }
        let bytes = answer.byteCount
        costs.record(statement, replyBytes: bytes)
        if bytes > PostgresLimits.retiringBytes { isRetiring = true }
        request.progress.results.append(answer)
    }

    private func acceptAborted() {
        guard !isGroupAnswered, cursor < inFlight.count else { return }
        let request = inFlight[cursor]
        forgetIfPreparing(request)
        if request.progress.failure == nil { request.progress.isAborted = true }
    }

    private func acceptFailure(_ result: OpaquePointer) {
        if isGroupAnswered {
            commitFailure = PostgresError(result, query: inFlight[cursor - 1].name)
        } else if cursor < inFlight.count {
            let request = inFlight[cursor]
            let step = request.step(at: request.progress.answered)
            forgetIfPreparing(request)
            let failure = PostgresError(result, query: step.statement.name)
            if failure.isStalePlan { forget(step.statement) }
            if failure.isReadOnlyServer, !policy.isReadOnly {
                isServerReadOnly = true
                isRetiring = true
            }
            if request.progress.failure == nil { request.progress.failure = failure }
        }
    }

    private func forgetIfPreparing(_ request: Request) {
        if case .prepare(let statement) = request.step(at: request.progress.answered) { forget(statement) }
    }

    func forget(_ statement: Statement) {
        if let id = statement.id, id < prepared.count { prepared[id] = nil }
    }
}

/// Completing a group.
extension Pipeline {
    private func endGroup() {
        let now = Moment.now
        if connection.notices.takeUnconfirmedCommit() { commitFailure = .connectionLost(sent: true) }
        let size = (inFlight.firstIndex { $0.progress.endsGroup } ?? -1) + 1
        costs.record(
            inFlight.prefix(size).lazy.filter { !$0.progress.isAborted }.flatMap(\.statements).map(
                \.statement),
            elapsed: groupStart.nanoseconds(until: now))
        groupStart = now
        for _ in 0..<size {
            let request = inFlight.removeFirst()
            expectedBytes -= request.progress.expectedBytes
            complete(request)
        }
        cursor = max(0, cursor - size)
        commitFailure = nil
    }

    private func complete(_ request: Request) {
        if let failure = request.progress.failure ?? commitFailure {
            if canRetry(request, after: failure) {
                requeue(request)
            } else {
                request.finish(.failure(failure))
            }
        } else if request.progress.isAborted {
            requeue(request)
        } else {
            request.finish(.success(.results(request.progress.results)))
        }
    }

    private func requeue(_ request: Request) {
        request.progress.restart()
        if request.isAwaited { unanswered.append(request) }
    }

    /// Returns whether the request may be sent again: the failure is not the statement's fault, it had no
    /// effect, and a retry can succeed.
    private func canRetry(_ request: Request, after failure: PostgresError) -> Bool {
        if failure.isStalePlan, policy.isShared, !request.progress.wasReprepared {
            request.progress.wasReprepared = true
            return true
        }
        if failure.isReadOnlyServer, isServerReadOnly, policy.isShared {
            request.progress.wasRefused = true
            return true
        }
        if failure.sqlState == "57014", policy.sync == .batch, !request.progress.wasDemoted,
            let statement = request.statements.first?.statement
        {
            costs.recordTimeout(statement)
            request.progress.wasDemoted = true
            return true
        }
        return false
    }
}

extension Request {
    /// Name used in errors.
    var name: String { statements.last?.statement.name ?? "a lease" }
}

extension Request.Step {
    var statement: Statement {
        switch self {
        case .prepare(let statement), .open(let statement), .execute(let statement): statement
        }
    }
}
