import HTTPKit

/// Problems that requests about drafts of menus can return.
enum MenuProblems {
    static let shared = Problem.conflict(
        "menu_shared", "Other restaurants share this menu. Someone who owns all of them can edit it.")

    /// Returns 409 with the bytes that the pictures of a menu can have, and how many are left.
    static func picturesFull(_ most: Int, left: Int) -> Problem {
        Problem.conflict(
            "menu_pictures_full", "The pictures of this menu take up all their space. Remove some first."
        ).withLimit(most, left: left)
    }

    static let nothingChanged = Problem.conflict(
        "nothing_changed", "The menu is published as it is.")

    /// 422 with the first hundred faults and their number.
    static func faults(_ faults: MenuFaults) -> Problem {
        var problem = Problem.unprocessable("menu_faults", "The menu has faults.")
        problem.errors = Array(faults.first)
        problem.members.append(Problem.Member("faults", faults.all.count))
        return problem
    }

    /// Runs `work`, and reports a menu's faults as ``faults(_:)``.
    static func reporting<Result>(_ work: () async throws -> Result) async throws -> Result {
        do {
            return try await work()
        } catch let error as MenuFaults {
            throw faults(error)
        }
    }
}
