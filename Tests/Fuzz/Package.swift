// swift-tools-version: 6.2
import PackageDescription

// Coverage-guided fuzzers, in a package of their own: every module of it is built with the sanitizer.
// script/fuzz builds and runs them. Corpus.tar.gz holds the inputs found so far; script/test tries these and mutations of
// them on every change.

let fuzzed: [SwiftSetting] = [
    .unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library"]),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "fuzz",
    platforms: [.macOS(.v26)],
    targets: [
        .target(name: "CivilTime", path: "Modules/CivilTime", swiftSettings: fuzzed),
        .target(
            name: "OpeningHours", dependencies: ["CivilTime"], path: "Modules/OpeningHours",
            swiftSettings: fuzzed),
        .executableTarget(
            name: "FuzzOpeningHours", dependencies: ["OpeningHours"], path: "Sources/FuzzOpeningHours",
            swiftSettings: fuzzed,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]),
    ],
    swiftLanguageModes: [.v6]
)
