import Foundation
import HTTPKit

/// Parses the text of a setting and describes the allowed values.
struct SettingKind<Value: Sendable>: Sendable {
    /// Completes the sentence "http.port must be …".
    let allowed: String
    /// The placeholder for an invalid value, until all errors are thrown together.
    let placeholder: Value
    let parse: @Sendable (String) -> Value?
}

extension SettingKind where Value == String {
    static func text(
        _ allowed: String, where holds: @escaping @Sendable (String) -> Bool = { _ in true }
    ) -> Self {
        SettingKind(allowed: allowed, placeholder: "") { text in
            let isPlain = !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
            return isPlain && holds(text) ? text : nil
        }
    }

    static var nonEmpty: Self { .text("some text") { !$0.isEmpty } }

    static var path: Self { .text("a path, or empty") }

    /// A URL with a host and one of `schemes`, without query and fragment, or empty.
    static func address(_ schemes: String...) -> Self { address(schemes) }

    private static func address(_ schemes: [String]) -> Self {
        let wanted = schemes.map { "\($0)://…" }.joined(separator: " or ")
        return .text("\(wanted), or empty") { text in
            guard !text.isEmpty else { return true }
            guard let url = URLComponents(string: text), let scheme = url.scheme,
                let host = url.host, !host.isEmpty
            else { return false }
            return schemes.contains(scheme) && url.query == nil && url.fragment == nil
        }
    }

    /// The base address of a service that gets secrets: `https`, or `http` on this machine.
    static var secureAddress: Self {
        let address = baseAddress("https", "http")
        return SettingKind(allowed: "https://…, or http://… of this machine", placeholder: "") { text in
            let host = URLComponents(string: text)?.host ?? ""
            guard text.hasPrefix("https:") || ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host) else {
                return nil
            }
            return address.parse(text)
        }
    }

    /// An ``address(_:)`` to which paths are appended; its value has no trailing slash.
    static func baseAddress(_ schemes: String...) -> Self {
        let address = address(schemes)
        return SettingKind(allowed: address.allowed, placeholder: "") { text in
            address.parse(text).map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        }
    }
}

extension SettingKind where Value == TrustedProxies {
    static var proxies: Self {
        SettingKind(
            allowed: "addresses and networks such as 127.0.0.1 or 10.0.0.0/8 with spaces between, or empty",
            placeholder: .none
        ) { TrustedProxies($0) }
    }
}

extension SettingKind where Value == Int {
    static func integer(_ range: ClosedRange<Int>) -> Self {
        let allowed = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return SettingKind(allowed: allowed, placeholder: range.lowerBound) { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension SettingKind where Value == Bool {
    static var boolean: Self {
        SettingKind(allowed: "true or false", placeholder: false) { text in
            switch text {
            case "true": true
            case "false": false
            default: nil
            }
        }
    }
}

extension SettingKind where Value == Duration {
    static func duration(_ range: ClosedRange<Duration>) -> Self {
        SettingKind(allowed: describe(range), placeholder: range.lowerBound) { text in
            DurationText.parse(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension SettingKind where Value == Duration? {
    /// A duration, or empty for `nil`.
    static func durationOrEmpty(_ range: ClosedRange<Duration>) -> Self {
        SettingKind(allowed: describe(range) + ", or empty", placeholder: nil) { text in
            guard !text.isEmpty else { return .some(nil) }
            return DurationText.parse(text).flatMap { range.contains($0) ? .some($0) : nil }
        }
    }
}

extension SettingKind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// The raw value of a case, with `first` as the placeholder.
    static func oneOf(_ first: Value) -> Self {
        SettingKind(
            allowed: "one of " + Value.allCases.map(\.rawValue).joined(separator: ", "), placeholder: first,
            parse: { Value(rawValue: $0) })
    }
}

private func describe(_ range: ClosedRange<Duration>) -> String {
    let bounds = (DurationText.write(range.lowerBound), DurationText.write(range.upperBound))
    return "a duration from \(bounds.0) to \(bounds.1), written like 2s or 30m"
}
