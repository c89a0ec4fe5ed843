extension String {
    /// The text as HTML, between tags or in a quoted attribute. Pages and mails have Mustache templates, which
    /// escape by themselves.
    package var escapedForHTML: String {
        var html = ""
        html.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            switch scalar {
            case "&": html += "&amp;"
            case "<": html += "&lt;"
            case ">": html += "&gt;"
            case "\"": html += "&quot;"
            case "'": html += "&#39;"
            default: html.unicodeScalars.append(scalar)
            }
        }
        return html
    }
}
