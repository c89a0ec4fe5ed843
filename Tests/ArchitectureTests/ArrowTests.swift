import Testing

/// The arrows of docs/architecture.md, as rules with reasons. That a target declares what it imports, the compiler checks
/// (`--explicit-target-dependency-import-check error`); what it may declare stands here.
@Suite struct ArrowTests {
    private static let product = [
        "Access", "People", "Restaurants", "Outings", "Deciding", "Talk", "Circles", "Updates", "NoonishAPI",
        "Noonish",
    ]
    private static let web = ["Hummingbird", "HTTPKit", "HTTPTypes"]
    private static let impure = ["Postgres", "Logging", "ServiceLifecycle", "Subprocess", "Fetch"]

    static let rules = [
        Rule(
            files: "Sources/Platform/", mustNotImport: product,
            because: "the platform would make sense in another company: it knows no word of the product"),
        Rule(
            files: "Sources/Platform/Geo/", mustNotImport: web + impure,
            because: "geometry is pure: same input, same answer"),
        Rule(
            files: "Sources/Platform/GeoSearch/", mustNotImport: web + impure,
            because: "the index is pure: whoever loads it says from where"),
        Rule(
            files: "Sources/Platform/OpeningHours/", mustNotImport: web + impure,
            because: "hours are pure: whoever asks says when, and on which clock"),
        Rule(
            files: "Sources/Platform/JSON/", mustNotImport: web + impure,
            because: "text to values and back needs nothing else"),
        Rule(
            files: "Sources/Platform/OpenAPI/", mustNotImport: web + impure,
            because: "a document is text: who serves it is elsewhere"),
        Rule(
            files: "Sources/Platform/Calendars/", mustNotImport: web + impure + ["Mail"],
            because: "calendars are text: who sends them is elsewhere"),
        Rule(
            files: "Sources/Platform/WebPush/", mustNotImport: web + impure,
            because: "sealing and signing are pure: whoever sends is elsewhere"),
        Rule(
            files: "Sources/Platform/Words/", mustNotImport: web + impure,
            because: "messages to sentences is pure: whoever has the files gives their text"),
        Rule(
            files: "Sources/Platform/Postgres/", mustNotImport: web + ["JSON"],
            because: "the database client does not know who asks"),
        Rule(files: "Sources/Platform/Jobs/", mustNotImport: web, because: "work has no request"),
        Rule(
            files: "Sources/Platform/HTTPKit/", mustNotImport: ["Postgres", "Jobs", "Fetch", "Mail"],
            because: "siblings of the platform do not see each other"),
        Rule(
            files: "Sources/Platform/Fetch/", mustNotImport: web + ["Postgres", "Jobs", "Mail"],
            because: "siblings of the platform do not see each other"),
        Rule(
            files: "Sources/Platform/Mail/", mustNotImport: web + ["Postgres", "Jobs"],
            because: "mail goes out through Fetch and knows no database"),
        Rule(
            files: "Sources/API/", mustNotImport: web + impure + ["Access"],
            because: "the wire types are for programs on other machines too"),
        Rule(
            files: "Sources/Client/",
            mustNotImport: ["Hummingbird", "HTTPKit"] + impure + product.filter { $0 != "NoonishAPI" },
            because: "other programs import it: it knows the wire types and nothing of the server"),
        Rule(
            files: "Sources/Client/NoonishClient/", mustNotImport: ["AsyncHTTPClient", "NIOPosix"],
            because: "what carries its requests is a transport's"),
        Rule(
            files: "Sources/Features/Access/",
            mustNotImport: [
                "People", "Restaurants", "Outings", "Deciding", "Talk", "Circles", "Series", "Updates",
                "Mail", "Fetch",
                "Jobs",
            ],
            because: "who may do what stands below every noun"),
        Rule(
            files: "Sources/Features/People/",
            mustNotImport: ["Restaurants", "Outings", "Deciding", "Talk", "Circles", "Series", "Updates"],
            because: "a feature sees only those below it"),
        Rule(
            files: "Sources/Features/Restaurants/",
            mustNotImport: ["People", "Outings", "Deciding", "Talk", "Circles", "Series", "Updates"],
            because: "a feature sees only those below it"),
        Rule(
            files: "Sources/Features/Outings/",
            mustNotImport: ["Deciding", "Talk", "Circles", "Series", "Updates", "GeoSearch"],
            because: "outings record what changed; they do not know who is told"),
        Rule(
            files: "Sources/Features/Deciding/",
            mustNotImport: ["Talk", "Circles", "Series", "Updates", "Mail"],
            because: "what a group decides is recorded through the outing; who is told is above"),
        Rule(
            files: "Sources/Features/Talk/",
            mustNotImport: ["Restaurants", "Deciding", "Circles", "Series", "Updates", "Mail"],
            because: "what is said is recorded through the outing; who is told is above"),
        Rule(
            files: "Sources/Features/Circles/",
            mustNotImport: ["Deciding", "Talk", "Series", "Updates", "Mail"],
            because: "what groups remember is told by those above"),
        Rule(
            files: "Sources/Features/Series/",
            mustNotImport: ["Deciding", "Talk", "Circles", "Updates", "Mail"],
            because: "what comes again is made and recorded through outings; who is told is above"),
        Rule(
            files: "Sources/", except: ["Sources/Platform/Postgres/"], mustNotImport: ["CLibPQ"],
            because: "one module speaks to libpq, so its rules about threads hold"),
        Rule(
            files: "Sources/", except: ["Sources/Platform/Fetch/", "Sources/Platform/Mail/"],
            mustNotImport: ["CCurl", "FoundationNetworking"],
            because: "Fetch is the only way out: limits and address rules live there"),
        Rule(
            files: "Sources/", except: ["Sources/Noonish/"],
            mustNotImport: ["Configuration", "ArgumentParser"],
            because: "only the program reads settings; everybody else is given values"),
        Rule(
            files: "Sources/", except: ["Sources/Noonish/"],
            mustNotSay: ["ProcessInfo.processInfo.environment", "getenv("],
            because: "only the program reads the environment"),
        Rule(
            files: "Sources/", except: ["Sources/Platform/Fetch/AddressPolicy.swift"],
            mustNotSay: ["publicOnly(orPort", "Exemption("],
            because: "only tests may reach a host that is not public by an address that a stranger gave"),
        Rule(
            files: "Queries.swift", mustNotImport: ["Hummingbird", "HTTPTypes"],
            because: "a query does not know who asks"),
        Rule(
            files: "Sources/Noonish/", mustNotSay: ["Query(", "Command(\""],
            because: "SQL stands in the feature whose table it is"),
    ]

    @Test(arguments: rules)
    func `an arrow points downwards`(rule: Rule) throws {
        let sources = try SourceFile.all(below: "Sources")

        #expect(rule.breaches(in: sources) == [])
    }

    @Test(arguments: rules)
    func `a rule is about files that exist`(rule: Rule) throws {
        let sources = try SourceFile.all(below: "Sources")

        #expect(
            sources.contains { $0.path.contains(rule.files) },
            "renamed? a rule about nothing protects nothing")
    }

    @Test func `a breach is found, with its place`() {
        let file = SourceFile(
            path: "Sources/Platform/Geo/Circle.swift",
            lines: ["import Foundation", "package import Postgres // why"])
        let rule = Rule(files: "Platform/Geo/", mustNotImport: ["Postgres"], because: "geometry is pure")

        #expect(rule.breaches(in: [file]) == ["Sources/Platform/Geo/Circle.swift:2: import Postgres"])
    }
}
