import Localization

extension ChangePhrases {
    func suggests(_ name: String, _ what: String) -> String {
        language.say("change.suggestion.made", ["name": .text(name), "what": .words(what)])
    }
    func suggestsGuest(_ name: String, _ guest: String) -> String {
        language.say("change.suggestion.guest", ["name": .text(name), "guest": .text(guest)])
    }
    func suggestionTaken(_ subject: Subject) -> String {
        switch subject {
        case .you: language.say("change.suggestion.yourTaken")
        case .other(let name): language.say("change.suggestion.taken", ["name": .text(name)])
        }
    }
    func suggestionDenied(_ what: String, word: String?) -> String {
        guard let word else { return language.say("change.suggestion.denied", ["what": .words(what)]) }
        return language.say("change.suggestion.deniedWhy", ["what": .words(what), "word": .text(word)])
    }

    func pollOpened(_ options: Int, until deadline: String) -> String {
        language.say("change.poll.opened", ["count": .number(options), "deadline": .words(deadline)])
    }
    func pollWithoutWinner() -> String { language.say("change.poll.nothing") }
    func pollWon(_ what: String, isDrawn: Bool, isApplied: Bool) -> String {
        switch (isApplied, isDrawn) {
        case (true, false): language.say("change.poll.decided")
        case (true, true): language.say("change.poll.decidedByLot")
        case (false, false): language.say("change.poll.won", ["what": .words(what)])
        case (false, true): language.say("change.poll.wonByLot", ["what": .words(what)])
        }
    }

    func timeAtPlace(_ time: String, _ place: String) -> String {
        language.say("change.suggestion.pair", ["time": .words(time), "place": .text(place)])
    }
    func anotherPlace() -> String { language.say("change.suggestion.place") }
    func oneMoreGuest() -> String { language.say("change.suggestion.person") }
}
