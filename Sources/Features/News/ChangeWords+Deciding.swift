import NoonishAPI
import Outings

extension ChangeWords {
    /// What a suggestion says to whom it concerns; nil where that is nothing.
    func suggestion(by author: PersonID, _ news: SuggestionNews?) -> String? {
        guard let news else { return nil }
        let name = names[author] ?? phrases.somebody()
        return switch news.state {
        case .open: suggested(name, news.summary)
        case .accepted: phrases.suggestionTaken(author == reader ? .you : .other(name))
        case .denied: phrases.suggestionDenied(what(news.summary), word: news.word)
        }
    }

    private func suggested(_ name: String, _ summary: ProposalSummary) -> String {
        switch summary.guest {
        case .person(let person): phrases.suggestsGuest(name, names[person] ?? phrases.somebody())
        case .byMail: phrases.suggestsGuest(name, phrases.somebody())
        case nil: phrases.suggests(name, what(summary))
        }
    }

    /// How a vote stands; nil where there is nothing to say.
    func poll(_ news: PollNews?) -> String? {
        guard let news else { return nil }
        if news.isOpen {
            return phrases.pollOpened(news.options, until: moment(ZonedTime(news.closesAt, in: zone).wall))
        }
        guard let winner = news.winner else { return phrases.pollWithoutWinner() }
        return phrases.pollWon(what(winner), isDrawn: news.isDrawn, isApplied: news.isApplied)
    }

    /// "Thursday 11 March, 12:30 at Kolme Kruunua"
    private func what(_ summary: ProposalSummary) -> String {
        let place = summary.place.map { place in
            switch place {
            case .restaurant(_, let name): name
            case .unlisted: phrases.anotherPlace()
            }
        }
        switch (summary.time, place) {
        case (let time?, let place?): return phrases.timeAtPlace(whole(time), place)
        case (let time?, nil): return whole(time)
        case (nil, let place?): return place
        case (nil, nil): return phrases.oneMoreGuest()
        }
    }
}
