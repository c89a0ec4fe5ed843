package import HTTPKit
import HTTPTypes

extension MenuPickError {
    /// Returns why a pick is not possible, with all its faults.
    ///
    /// - Parameters:
    ///   - pointer: The place of the pick in the body, as a JSON pointer.
    ///   - missing: The problem of an item that the menu does not have.
    package func problem(at pointer: String, orMissing missing: Problem) -> Problem {
        guard case .faults(let faults) = self, let first = faults.first else { return missing }
        let all = faults.map { Problem.Fault(pointer + $0.pointer, $0.reason.code, $0.reason.detail) }
        let isOne = all.allSatisfy { $0.code == all[0].code }
        return Problem(
            isOne ? first.reason.code : "invalid_input", .unprocessableContent, title: "Invalid content",
            detail: all.count == 1 ? all[0].detail : "\(all.count) errors; see `errors`.", errors: all)
    }
}

extension MenuPickFault.Reason {
    fileprivate var code: String {
        switch self {
        case .wrongVariant: "wrong_variant"
        case .wrongOption: "wrong_option"
        case .wrongPart: "wrong_part"
        case .tooFew: "options_missing"
        case .tooMany: "options_too_many"
        }
    }

    fileprivate var detail: String {
        switch self {
        case .wrongVariant: "Choose one of the sizes on the menu."
        case .wrongOption: "This dish doesn’t come with that option."
        case .wrongPart: "This combo doesn’t include that."
        case .tooFew(let name, let least): "\(name): choose at least \(least)."
        case .tooMany(let name, let most): "\(name): choose at most \(most)."
        }
    }
}
