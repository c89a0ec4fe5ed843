import HTTPTypes

/// The faults found in one input so far.
package struct InputFaults {
    private(set) var faults: [Problem.Fault] = []
    private(set) var isMalformed = false

    mutating func record(_ pointer: String, _ refusal: Refusal) {
        if refusal.kind == .malformed { isMalformed = true }
        faults.append(.init(pointer, refusal.code, refusal.detail))
    }

    mutating func merge(_ other: InputFaults) {
        isMalformed = isMalformed || other.isMalformed
        faults += other.faults
    }

    /// All faults as one problem: 400 if any input is malformed, otherwise 422. Its code is the faults'
    /// common code, or `invalid_input`.
    var problem: Problem? {
        guard let first = faults.first else { return nil }
        let code = faults.allSatisfy { $0.code == first.code } ? first.code : "invalid_input"
        return Problem(
            code, isMalformed ? .badRequest : .unprocessableContent,
            title: isMalformed ? "Bad request" : "Invalid content",
            detail: faults.count == 1 ? first.detail : "\(faults.count) errors; see `errors`.",
            errors: faults)
    }
}
