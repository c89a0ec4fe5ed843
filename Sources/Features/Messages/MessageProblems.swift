internal import HTTPKit

/// Problems that requests about messages can return.
enum MessageProblems {
    static let closed = Problem.conflict(
        "talk_closed", "This outing is long over; nothing more can be said here.")
    static let settled = Problem.conflict(
        "message_settled", "A message can be changed for an hour. It can still be deleted.")
    static let deleted = Problem.conflict("message_deleted", "This message was deleted.")
    static let notOnTheList = Problem.unprocessable(
        "mention_not_on_the_list", "Only somebody on the list can be mentioned.", pointer: "/mentions")
}
