// swift-tools-version: 6.2
import PackageDescription

// Coverage-guided fuzzers, in a package of their own: every module of it is built with the sanitizer.
//
//   cd Tests/Fuzz && swift build -c release && SWIFT_BACKTRACE=enable=no .build/release/FuzzOpeningHours Corpus/OpeningHours -max_total_time=300
//
// What a run finds new stays in the corpus folder; script/test tries the corpus and mutations of it on every change.

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
        .target(name: "OpeningHours", path: "Modules/OpeningHours", swiftSettings: fuzzed),
        .executableTarget(
            name: "FuzzOpeningHours", dependencies: ["OpeningHours"], path: "Sources/FuzzOpeningHours",
            swiftSettings: fuzzed,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]),
    ],
    swiftLanguageModes: [.v6]
)
