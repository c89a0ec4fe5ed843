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
                    return try await answer(request, context, by: route)
                } catch let error as any ProblemConvertible {
                    let problem = error.problem
                    // Internal errors are rethrown unchanged, so that they are logged.
                    guard problem.status != .internalServerError else { throw error }
                    let asked = request.headers[values: .acceptLanguage].joined(separator: ",")
                    throw problem.said(in: site.catalogue.language(of: nil, asked: asked))
                }
            }
        }
    }

    private func answer(_ request: Request, _ context: AppContext, by route: Route) async throws -> Response {
        if route.action != .readService { try clients.check(request.headers) }
        let (actor, credential) = try await resolvers.actor(
            for: Credential.all(in: request, site: site), from: context.peer)
        let decision = limits?.take(route, actor, context)
        try decision?.require()
        do {
            var response = try await answer(request, context, by: route, actor, credential)
            if let decision { response.headers.append(contentsOf: decision.headers) }
            return response
        } catch let error as any ProblemConvertible {
            guard let decision, error.problem.status != .internalServerError else { throw error }
            if !(error is Problem) {
                context.logger.error("request failed", metadata: ["error": "\(String(reflecting: error))"])
            }
            var problem = error.problem
            problem.headers.append(contentsOf: decision.headers)
            throw problem
        }
    }

    /// Answers a request that passed the rate limits.
    private func answer(
        _ request: Request, _ context: AppContext, by route: Route, _ actor: Actor, _ credential: Credential?
    ) async throws -> Response {
        if route.kind == .json {
            try CrossSiteProtection.check(request, credential: credential, actor: actor, site: site)
        }
        try check(actor, may: route.scope, credential: credential)
        var request = request
        let body = try await collectBody(of: &request, limit: route.contract.bodyLimit)
        var context = context
        context.subject = actor
        let call = Call(
            request: request, context: context, actor: actor, credential: credential?.hash, bodyBytes: body,
            site: site)
        try limits?.takeBytes(of: call, by: route)
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
                : Problem.forbidden("forbidden", "You can see this, but you can't do that.")
        }
    }

    /// Records a denial in the audit log, unless the caller has caused too many. The request is denied even if
    /// that fails.
    private func recordDenial(_ denial: Denial, of route: Route, _ call: Call) async {
        guard call.actor != .anonymous, limits?.mayRecordDenial(of: call) ?? true else { return }
        do {
            try await audit(
                call.line(.refused, "\(route.method.rawValue):\(route.path)", outcome: .denied))
        } catch {
            call.context.logger.error(
                "could not record a denial in the audit log",
                metadata: ["error": "\(String(reflecting: error))"])
        }
    }

    /// Reads the body and keeps it in the request for later readers.
    private func collectBody(of request: inout Request, limit: Int) async throws -> ByteBuffer {
        guard request.method != .get, request.method != .head else { return ByteBuffer() }
        do {
            return try await request.collectBody(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw Problem.payloadTooLarge(limit: limit)
        } catch let cancellation as CancellationError {
            throw cancellation
        } catch {
            // Malformed chunks or a lost connection, which are not server errors.
            throw Problem.badRequest("bad_request", "The body could not be read completely.")
        }
    }

    private func check(_ actor: Actor, may scope: RouteContract.Scope, credential: Credential?) throws {
        switch (scope, actor) {
        case (.anyone, _), (.guest, .person), (.guest, .guest), (.member, .person): return
        case (.guest, .anonymous), (.member, .anonymous), (.member, .guest):
            throw credential == nil
                ? Problem.unauthorized()
                : Problem.unauthorized(
                    "session_ended", "This sign-in is no longer valid here. Sign in again.")
        }
    }
}
