package import HTTPKit
import HTTPTypes
package import Localization
import Money

extension Call {
    /// Returns the text of a problem for a page, in the reader's language.
    package func said(_ problem: Problem) -> String {
        let problem = problem.said(in: language())
        return problem.detail ?? problem.title
    }
}

extension Problem {
    /// Returns the problem in `language`, as far as the catalogue has texts for its codes.
    package func said(in language: Language) -> Problem {
        let values = arguments.mapValues { argument -> MessageValue in
            switch argument {
            case .number(let number): .number(number)
            case .text(let text): .text(text)
            case .amount(let minor, let currency):
                if let currency = Currency(currency) {
                    .words(language.amount(Money(minor, currency)))
                } else {
                    .number(Int(minor))
                }
            }
        }
        func sentence(_ code: String) -> String? {
            let key = "problem.\(code)"
            return language.knows(key) ? language.say(key, values) : nil
        }
        var problem = self
        problem.detail = sentence(code) ?? detail
        problem.errors = errors.map { Fault($0.pointer, $0.code, sentence($0.code) ?? $0.detail) }
        problem.headers[.contentLanguage] = language.tag
        problem.headers[.vary] = "Accept-Language"
        return problem
    }
}
