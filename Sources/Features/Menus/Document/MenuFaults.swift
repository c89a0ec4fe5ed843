package import HTTPKit

/// What is wrong with a menu.
package struct MenuFaults: Error, Hashable, Sendable {
    package let all: [Problem.Fault]

    /// The faults to report.
    package var first: ArraySlice<Problem.Fault> { all.prefix(MenuLimits.reportedFaults) }

    /// - Precondition: There is a fault.
    init(_ faults: [Problem.Fault]) {
        precondition(!faults.isEmpty, "requires at least one fault")
        all = faults
    }

    init(_ pointer: String, _ code: String, _ detail: String) {
        self.init([Problem.Fault(pointer, code, detail)])
    }

    init(_ problem: Problem) {
        self.init(
            problem.errors.isEmpty
                ? [Problem.Fault("", problem.code, problem.detail ?? problem.title)] : problem.errors)
    }
}

extension Problem.Fault {
    /// The same fault at another place.
    func moved(to place: String) -> Self { Problem.Fault(place, code, detail) }
}

extension MenuFaults: CustomStringConvertible {
    /// The faults to report, one a line, then the number of the others.
    package var description: String {
        var lines = first.map { "\($0.pointer.isEmpty ? "the menu" : $0.pointer): \($0.detail)" }
        if all.count > first.count { lines.append("and \(all.count - first.count) more") }
        return lines.joined(separator: "\n")
    }
}
