import _FoundationICU

/// ICU's spoof checker, in the copy of ICU and its data that Foundation brings.
///
/// `@unchecked Sendable`: the checker is only read after its initialisation, which ICU allows from several threads.
final class SpoofChecker: @unchecked Sendable {
    static let shared = SpoofChecker()

    private let checker: OpaquePointer?

    private init() {
        var status = U_ZERO_ERROR
        checker = swift_uspoof_open(&status)
        swift_uspoof_setChecks(checker, Int32(bitPattern: USPOOF_RESTRICTION_LEVEL.rawValue), &status)
        swift_uspoof_setRestrictionLevel(checker, USPOOF_MODERATELY_RESTRICTIVE)
    }

    /// Returns the skeleton of a text: texts that look alike have the same one. If ICU has none, it is the text.
    func skeleton(_ text: String) -> String {
        let units = Array(text.utf16)
        // A character's prototype has at most 18 characters.
        var skeleton = [UInt16](repeating: 0, count: 18 * units.count)
        var status = U_ZERO_ERROR
        let length = swift_uspoof_getSkeleton(
            checker, 0, units, Int32(units.count), &skeleton, Int32(skeleton.count), &status)
        guard status.rawValue <= U_ZERO_ERROR.rawValue else { return text }
        return String(decoding: skeleton.prefix(Int(length)), as: UTF16.self)
    }

    /// Returns whether a word mixes scripts that no language mixes.
    func isMixed(_ word: String) -> Bool {
        let units = Array(word.utf16)
        var status = U_ZERO_ERROR
        return swift_uspoof_check2(checker, units, Int32(units.count), nil, &status) != 0
    }
}
