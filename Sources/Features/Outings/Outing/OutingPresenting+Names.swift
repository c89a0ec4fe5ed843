import Confusables
import NoonishAPI

extension [Attendance] {
    /// Returns the list with a warning at each name that may be taken for another.
    ///
    /// Names of guests who have not chosen one are the same on purpose.
    var withNameWarnings: [Attendance] {
        let chosen = map(\.person.name).filter { $0 != Invitee.guestName }
        let names = NameComparison(chosen)
        return map { attendance in
            var attendance = attendance
            let name = attendance.person.name
            if NameComparison.mixesScripts(name) {
                attendance.nameWarning = .mixedScripts
            } else if name != Invitee.guestName, names.isShared(name) {
                attendance.nameWarning = .lookalike
            }
            return attendance
        }
    }
}
