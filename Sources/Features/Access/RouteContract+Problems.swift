import HTTPKit
import HTTPTypes
import Initializers
import JSON
import OpenAPI

/// A problem that many routes share.
@MemberwiseInit(unlabeled: 3)
struct SharedProblem: Sendable {
    let name: String
    let status: HTTPResponse.Status
    let description: String
    let codes: [String]
    var members: [SchemaField] = []
    var headers: [AnswerHeader] = []
}

extension SharedProblem {
    static let malformed = SharedProblem(
        "Malformed", .badRequest, "The request is malformed.",
        codes: [
            "invalid_input", "malformed_parameters", "unknown_parameter", "repeated_parameter",
            "too_many_parameters", "wrong_type", "host_missing", "bad_request",
        ])

    static let malformedBody = SharedProblem(
        "MalformedBody", .badRequest, "The body is not valid JSON for this operation.",
        codes: ["malformed_json", "not_an_object", "unknown_field"])

    static let malformedForm = SharedProblem(
        "MalformedForm", .badRequest, "The body is not a valid form.", codes: ["malformed_form"])

    static let malformedKey = SharedProblem(
        "MalformedKey", .badRequest, "The `Idempotency-Key` is malformed.",
        codes: ["malformed_idempotency_key"])

    static let malformedCondition = SharedProblem(
        "MalformedCondition", .badRequest, "The `If-Match` or `If-None-Match` is malformed.",
        codes: ["malformed_condition"])

    static let unauthorized = SharedProblem(
        "Unauthorized", .unauthorized, "Authentication is required, or the session has ended.",
        codes: ["unauthorized", "session_ended"], headers: [.authenticate])

    static let forbidden = SharedProblem(
        "Forbidden", .forbidden, "The caller may not do this.", codes: ["forbidden"])

    static let crossSite = SharedProblem(
        "CrossSite", .forbidden, "A browser sent the request from another site.", codes: ["cross_site"])

    static let notFound = SharedProblem(
        "NotFound", .notFound, "The resource does not exist, or the caller may not see it.",
        codes: ["not_found"])

    static let inFlight = SharedProblem(
        "InFlight", .conflict, "A request with the same `Idempotency-Key` is still in progress.",
        codes: ["in_flight"], headers: [.retryAfterIfAny])

    static let tooLarge = SharedProblem(
        "TooLarge", .contentTooLarge, "The body is too large.", codes: ["payload_too_large"])

    static let targetTooLong = SharedProblem(
        "TargetTooLong", .uriTooLong, "The request target is too long.", codes: ["uri_too_long"])

    static let mediaType = SharedProblem(
        "UnsupportedMediaType", .unsupportedMediaType, "The body has an unsupported media type.",
        codes: ["unsupported_media_type"])

    static let misdirected = SharedProblem(
        "Misdirected", .misdirectedRequest, "The request is for another host.", codes: ["misdirected_request"]
    )

    static let invalidContent = SharedProblem(
        "InvalidContent", .unprocessableContent, "The content is invalid; `errors` lists every fault.",
        codes: [
            "invalid_input", "missing", "malformed", "too_long", "too_short", "blank", "out_of_range",
            "control_character", "invisible", "not_one_of", "too_many",
        ])

    static let keyReused = SharedProblem(
        "KeyReused", .unprocessableContent, "The `Idempotency-Key` was used for another request.",
        codes: ["idempotency_key_reused"])

    static let versionRequired = SharedProblem(
        "VersionRequired", .preconditionRequired, "`If-Match` is required.", codes: ["precondition_required"])

    static let tooManyRequests = SharedProblem(
        "TooManyRequests", .tooManyRequests, "The caller has sent too many requests.",
        codes: ["too_many_requests"], headers: [.retryAfter, .rateLimit, .rateLimitPolicy])

    static let clientOutdated = SharedProblem(
        "ClientOutdated", .upgradeRequired,
        "The client is too old; `Upgrade` names the oldest accepted version.", codes: ["client_outdated"],
        members: [
            .optional(
                "update", .string("https://lunch.example.org/about"), "The address of the client's update.")
        ])

    static let headTooLarge = SharedProblem(
        "HeadTooLarge", .requestHeaderFieldsTooLarge, "The header fields are too large.",
        codes: ["request_header_fields_too_large"])

    static let internalError = SharedProblem(
        "InternalError", .internalServerError, "The service failed; the fault is in its log.",
        codes: ["internal"],
        members: [.optional("incident", .string("0197f2a05b1c7d3e"), "The request's id in the log.")])

    static let unavailable = SharedProblem(
        "Unavailable", .serviceUnavailable, "The service is temporarily unavailable; retry later.",
        codes: ["unavailable", "outcome_unknown", "cancelled"], headers: [.retryAfterIfAny])
}

extension SharedProblem {
    /// The problems that any request can have.
    fileprivate static let general: [SharedProblem] = [
        .malformed, .tooLarge, .targetTooLong, .mediaType, .misdirected, .clientOutdated, .tooManyRequests,
        .headTooLarge, .internalError, .unavailable,
    ]
}

extension RouteContract {
    /// The problems that follow from the properties of the route.
    private var shared: [SharedProblem] {
        let isSafe = method == .get
        var all: [SharedProblem] = []
        let types = body?.contents.map(\.type) ?? []
        if types.contains(MediaType.form) { all.append(.malformedForm) }
        if types.contains(where: { $0 != MediaType.form }) { all.append(.malformedBody) }
        if body != nil || parameters.contains(where: { $0.place == .query }) { all.append(.invalidContent) }
        if takesIdempotencyKey { all += [.malformedKey, .inFlight, .keyReused] }
        if needsVersion { all += [.malformedCondition, .versionRequired] }
        if scope != .anyone { all.append(.unauthorized) }
        all += problems.compactMap(\.shared)
        if !isSafe, kind == .json { all.append(.crossSite) }
        if path.contains("{") { all.append(.notFound) }
        return all
    }

    /// One response for each status of the route's problems, and one for those that any request can have.
    var problemAnswers: [Answer] {
        let own = Dictionary(grouping: problems, by: \.status)
        let statuses = Set(own.keys).union(shared.map(\.status))
        let shared = Dictionary(
            grouping: SharedProblem.general.filter { statuses.contains($0.status) } + shared, by: \.status)
        return Set(shared.keys).union(own.keys).sorted { $0.code < $1.code }.map { status in
            Self.answer(status, shared[status] ?? [], own[status] ?? [])
        } + [Self.generalAnswer]
    }

    private static let generalAnswer: Answer = {
        let plain = SharedProblem.general.filter(\.members.isEmpty)
        let schemas =
            [Schema.problem(plain.flatMap(\.codes), status: .any(of: plain.map { .constant($0.status) }))]
            + SharedProblem.general.filter { !$0.members.isEmpty }.map(\.schema)
        return Answer(
            nil, SharedProblem.general.map(\.description).joined(separator: " "),
            [Content(MediaType.problem, .any(of: schemas))],
            headers: [.retryAfterIfAny, .rateLimit, .rateLimitPolicy], name: "GeneralProblem")
    }()

    private static func answer(
        _ status: HTTPResponse.Status, _ shared: [SharedProblem], _ all: [RouteProblem]
    ) -> Answer {
        let sharedCodes = Set(shared.flatMap(\.codes))
        let own = all.filter { !$0.members.isEmpty || !sharedCodes.isSuperset(of: $0.codes) }
        if own.isEmpty { return answer(status, shared) }
        let hasPlain = own.contains(where: \.members.isEmpty) || shared.contains(where: \.members.isEmpty)
        let extended =
            own.filter { !$0.members.isEmpty }.map(\.schema)
            + shared.filter { !$0.members.isEmpty }.map(\.schema)
        let schemas = (hasPlain ? [Schema.problem] : []) + extended
        return Answer(
            status.code,
            (own.descriptions + shared.map(\.descriptionWithCodes)).joined(separator: " "),
            [Content(MediaType.problem, .problem(oneOf: schemas))],
            headers: status.problemHeaders(shared),
            name: name(of: own, shared),
            general: extended.isEmpty ? (status.problemName, "\(status.reasonPhrase).") : nil)
    }

    /// The name of the response with these problems; `nil` if they are too many to be read.
    private static func name(of own: [RouteProblem], _ shared: [SharedProblem]) -> String? {
        let names = own.flatMap(\.codes) + shared.map(\.name)
        return names.count <= 6 ? names.joined(separator: "-") : nil
    }

    /// The response for problems that routes share. Its schema lists their codes.
    private static func answer(_ status: HTTPResponse.Status, _ shared: [SharedProblem]) -> Answer {
        let plain = shared.filter(\.members.isEmpty)
        let schemas =
            (plain.isEmpty ? [] : [Schema.problem(plain.flatMap(\.codes))])
            + shared.filter { !$0.members.isEmpty }.map(\.schema)
        return Answer(
            status.code, shared.map(\.description).joined(separator: " "),
            [Content(MediaType.problem, .problem(oneOf: schemas))],
            headers: shared.flatMap(\.headers),
            name: shared.map(\.name).joined(separator: "-"))
    }
}

extension HTTPResponse.Status {
    /// `ConflictProblem`
    fileprivate var problemName: String { reasonPhrase.filter { $0 != " " } + "Problem" }

    /// The header fields of a problem that a route has beside `shared`.
    fileprivate func problemHeaders(_ shared: [SharedProblem]) -> [AnswerHeader] {
        switch self {
        // The same for all routes, whether or not they accept `Idempotency-Key`, so that they share a response.
        case .conflict: SharedProblem.inFlight.headers
        case .tooManyRequests where shared.isEmpty: [.retryAfter]
        default: shared.flatMap(\.headers)
        }
    }
}

extension SharedProblem {
    /// The description with the codes: "The body is too large (`payload_too_large`)."
    fileprivate var descriptionWithCodes: String { description.dropLast() + " (\(codes.quoted))." }

    /// A problem with members of its own.
    fileprivate var schema: Schema {
        .named(name + "Problem", .problem(codes, status: .constant(status), members: members))
    }
}

extension [RouteProblem] {
    /// Each title with the codes of its problems: "Outing is cancelled (`cancelled`)."
    fileprivate var descriptions: [String] {
        var codes = Dictionary(grouping: self, by: \.example.title).mapValues { $0.flatMap(\.codes) }
        return compactMap { problem in
            let title = problem.example.title
            return codes.removeValue(forKey: title).map { "\(title) (\($0.quoted))." }
        }
    }
}

extension RouteProblem {
    /// A problem with members of its own. Its name is that of its code and, since the same code may come with different
    /// resources, of the resource.
    fileprivate var schema: Schema {
        let words = codes.flatMap { $0.split(separator: "_") }
        let code = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        let name = code + members.compactMap(\.schema.name).joined() + "Problem"
        return .named(name, .problem(codes, status: .constant(status), members: members))
    }
}

extension [String] {
    fileprivate var quoted: String { map { "`\($0)`" }.joined(separator: ", ") }
}

extension Schema {
    /// Any problem without members of its own.
    fileprivate static let problem = Schema.named("Problem", problemMembers.closed)

    fileprivate static func constant(_ status: HTTPResponse.Status) -> Schema {
        .constant(.integer(status.code))
    }

    /// A problem with one of these codes.
    fileprivate static func problem(_ codes: [String]) -> Schema {
        .refining(.problem, [.field("code", .words(codes))])
    }

    /// A problem with one of these codes and statuses.
    fileprivate static func problem(_ codes: [String], status: Schema) -> Schema {
        .refining(.problem, [.field("status", status), .field("code", .words(codes))])
    }

    /// A problem with one of these codes and with members of its own.
    fileprivate static func problem(_ codes: [String], status: Schema, members: [SchemaField]) -> Schema {
        .refining(problemMembers, [.field("status", status), .field("code", .words(codes))] + members).closed
    }

    /// One of several problems, named after all of them if each has a name: `Problem-FullProblem`.
    fileprivate static func problem(oneOf schemas: [Schema]) -> Schema {
        if schemas.count == 1 { return schemas[0] }
        let names = schemas.compactMap(\.name)
        return names.count < schemas.count
            ? .any(of: schemas) : .named(names.joined(separator: "-"), .any(of: schemas))
    }

    private static let problemMembers = Schema.named(
        "ProblemMembers",
        .open(
            .field("type", .string("/problems/not_found"), "The page that explains the code."),
            .field("title", .string("Not found"), "For people, in English."),
            .field("status", .integer(400...599, 404)),
            .optional(
                "detail", .string("It may have been removed, or never existed."), "In the caller's language."),
            .field("code", .string("not_found"), "For programs; it does not change."),
            .optional("errors", .array(of: fault), "Every fault of the request.")))

    private static let fault = Schema.named(
        "Fault",
        .object(
            .field(
                "pointer", .string("/title"),
                "A pointer into the body (RFC 6901) or, as `/name`, to a parameter; empty for the whole."),
            .field("code", .string("too_long"), "For programs; it does not change."),
            .field("detail", .string("At most 120 characters; this has 140."), "In the caller's language.")))
}
