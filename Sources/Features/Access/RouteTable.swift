import Foundation
package import HTTPKit
import HTTPTypes
package import Hummingbird
import Localization
import Logging
import NIOCore
import NoonishAPI
import Postgres

/// All routes of the service, and the steps before each handler: authentication, rate limits, and access
/// checks.
package struct RouteTable: Sendable {
    package let routes: [Route]
    let site: Site
    let resolvers: [any TokenResolver]
    let limits: RequestLimits?
    let clients: MinimumClientVersions
    let audit: @Sendable (AuditLine) async throws -> Void
    private let sessions = KnownSessions()

    /// - Parameters:
    ///   - limits: `nil` for no rate limits.
    ///   - clients: The oldest supported client versions.
    ///   - audit: Writes denials of authenticated callers to the audit log.
    package init(
        _ routes: [Route], site: Site, resolvers: [any TokenResolver], limits: RequestLimits? = nil,
        clients: MinimumClientVersions = .none,
        audit: @escaping @Sendable (AuditLine) async throws -> Void = { _ in }
    ) {
        self.audit = audit
        self.limits = limits
        self.clients = clients
        self.routes = routes
        self.site = site
        self.resolvers = resolvers
    }

    package func register(on router: Router<AppContext>) {
        for route in routes {
            router.on(RouterPath(route.path), method: route.method) { request, context in
                do {
                    var request = request
                    return try await answer(&request, context, by: route)
                } catch let error as any ProblemConvertible {
                    let problem = error.problem
                    // Internal errors are rethrown unchanged, so that they are logged.
                    guard problem.status != .internalServerError else { throw error }
                    let asked = request.headers[values: .acceptLanguage].joined(separator: ",")
                    throw problem.deletingEndedSession(of: request, to: route.contract.endpoint, site: site)
                        .said(in: site.catalogue.language(of: nil, asked: asked))
                }
            }
        }
    }

    private func answer(
        _ request: inout Request, _ context: AppContext, by route: Route
    ) async throws -> Response {
        if route.action != .readService { try clients.check(request.headers) }
        var charge = Charge()
        do {
            var response = try await answer(&request, context, by: route, &charge)
            if let decision = charge.decision { response.headers.append(contentsOf: decision.headers) }
            return response
        } catch let error as any ProblemConvertible {
            guard let decision = charge.decision, decision.isAllowed,
                error.problem.status != .internalServerError
            else { throw error }
            if !(error is Problem) {
                context.logger.error("request failed", metadata: ["error": "\(String(reflecting: error))"])
            }
            var problem = error.problem
            problem.headers.append(contentsOf: decision.headers)
            throw problem
        }
    }

    private func answer(
        _ request: inout Request, _ context: AppContext, by route: Route, _ charge: inout Charge
    ) async throws -> Response {
        let credentials = Credential.all(in: request, site: site)
        if let response = try await answerChecking(&request, context, by: route, credentials.first, &charge) {
            return response
        }
        let (actor, credential) = try await resolvers.actor(for: credentials, from: context.peer)
        if route.contract.checksSession, let first = credentials.first {
            sessions.update(first.hash, first.hash == credential?.hash ? actor : .anonymous)
        }
        return try await answer(
            &request, context, by: route, Caller(actor: actor, credential: credential, session: nil), &charge)
    }

    /// Answers a request whose handler checks the session, if its token authenticated a member before.
    ///
    /// - Returns: `nil` if the request must be authenticated first, whatever the handler did: it has not found the session live.
    private func answerChecking(
        _ request: inout Request, _ context: AppContext, by route: Route, _ credential: Credential?,
        _ charge: inout Charge
    ) async throws -> Response? {
        guard route.contract.checksSession, let credential, let actor = sessions[credential.hash],
            let session = resolvers.lazy.compactMap({ resolver in
                resolver.check(of: credential.hash, as: actor, from: context.peer)
            }).first
        else { return nil }
        let caller = Caller(actor: actor, credential: credential, session: session)
        let result: Result<Response, any Error>
        do {
            result = .success(try await answer(&request, context, by: route, caller, &charge))
        } catch {
            result = .failure(error)
        }
        // A transaction that is run again checks the session again.
        if case .failure(let error as PostgresError) = result, error.isEndedSession { return nil }
        if session.isStale { await recordUse(of: session, context) }
        if session.hasPassed { return try result.get() }
        // A lost connection or an overloaded database says nothing of the session.
        if case .failure(let error) = result, error is PostgresError || error is CancellationError {
            throw error
        }
        return nil
    }

    /// Records that a session was used. The request is answered even if that fails.
    private func recordUse(of session: SessionCheck, _ context: AppContext) async {
        do {
            try await session.recordUse()
        } catch {
            context.logger.error(
                "could not record the use of a session", metadata: ["error": "\(String(reflecting: error))"])
        }
    }

    /// The sender of a request.
    private struct Caller {
        let actor: Actor
        let credential: Credential?
        /// The check that the handler has to make of ``actor``; `nil` if the actor is authenticated.
        let session: SessionCheck?
    }

    /// What a request has taken from the limits. One that is handled again, because its session was not found live, takes
    /// nothing more.
    private struct Charge {
        /// `nil` before the first token, and for routes without a limit.
        var decision: RateDecision?
        var hasBytes = false
    }

    /// Answers a request within the caller's rate limits.
    private func answer(
        _ request: inout Request, _ context: AppContext, by route: Route, _ caller: Caller,
        _ charge: inout Charge
    ) async throws -> Response {
        charge.decision = charge.decision ?? limits?.take(route, caller.actor, context)
        try charge.decision?.require()
        let (actor, credential) = (caller.actor, caller.credential)
        if route.kind == .json {
            try CrossSiteProtection.check(request, credential: credential, actor: actor, site: site)
        }
        try check(actor, may: route.scope, credential: credential)
        let body = try await collectBody(of: &request, limit: route.contract.bodyLimit)
        var context = context
        context.subject = actor
        let call = Call(
            request: request, context: context, actor: actor, credential: credential?.hash,
            session: caller.session,
            bodyBytes: body, site: site)
        if !charge.hasBytes { try limits?.takeBytes(of: call, by: route) }
        charge.hasBytes = true
        do {
            var response = try await LeaseShare.$current.withValue(call.leaseShares) {
                try await route.handle(call)
            }
            limits?.charge(response, to: call)
            try await response.downgrade(
                to: route.contract.formerShapes, accept: request.headers[.accept], at: Date())
            return response
        } catch let denial as Denial {
            await recordDenial(denial, of: route, call)
            throw denial == .notFound
                ? Problem.notFound
                : Problem.forbidden("forbidden", "You can see this, but you can’t do that.")
        }
    }

    /// Records a denial in the audit log, unless the caller has caused too many. The request is denied even if
    /// that fails.
    private func recordDenial(_ denial: Denial, of route: Route, _ call: Call) async {
        guard call.actor != .anonymous, call.session.map(\.hasPassed) ?? true,
            limits?.mayRecordDenial(of: call) ?? true
        else { return }
        do {
            try await audit(
                call.line(.refused, "\(route.method.rawValue):\(route.path)", outcome: .denied))
        } catch {
            call.context.logger.error(
                "could not record a denial in the audit log",
                metadata: ["error": "\(String(reflecting: error))"])
        }
    }

    /// Reads the body and keeps it in the request for later readers, or else the error: a connection's body can be
    /// read only once.
    private func collectBody(of request: inout Request, limit: Int) async throws -> ByteBuffer {
        guard request.method != .get, request.method != .head else { return ByteBuffer() }
        do {
            return try await request.collectBody(upTo: limit)
        } catch {
            request.body = RequestBody(
                asyncSequence: AsyncThrowingStream<ByteBuffer, any Error> { throw error })
            switch error {
            case is NIOTooManyBytesError: throw Problem.payloadTooLarge(limit: limit)
            case let cancellation as CancellationError: throw cancellation
            // Malformed chunks or a lost connection, which are not server errors.
            default: throw Problem.badRequest("bad_request", "The body could not be read completely.")
            }
        }
    }

    private func check(_ actor: Actor, may scope: RouteContract.Scope, credential: Credential?) throws {
        switch (scope, actor) {
        case (.anyone, _), (.guest, .person), (.guest, .guest), (.member, .person), (.venue, .person),
            (.venue, .device), (.reader, .person), (.reader, .guest), (.reader, .device):
            return
        case (.guest, .anonymous), (.guest, .device), (.member, .anonymous), (.member, .guest),
            (.member, .device), (.venue, .anonymous), (.venue, .guest), (.reader, .anonymous):
            throw credential == nil ? Problem.unauthorized() : Problem.sessionEnded
        }
    }
}
