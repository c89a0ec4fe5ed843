internal import Access
internal import Accounts
internal import HTTPKit
internal import HTTPTypes
internal import JSON
internal import NoonishAPI
internal import OpenAPI

extension DietRoutes {
    static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, "/v1/me/diets", id: "readDiets", .member, "What I do not eat", "Mine alone.",
            answers: [.ok(.dietNeeds, "Empty if nothing was said", isTagged: true)]),
        RouteDescription(
            .put, "/v1/me/diets", id: "replaceDiets", .member, "Say what I do not eat", "All of it anew.",
            body: .json(
                .object(
                    .optional(
                        "diets",
                        .array(of: .oneOf(PersonalDiet.self), max: PersonalDiet.allCases.count).orNull),
                    .optional(
                        "allergies", .array(of: .oneOf(Allergen.self), max: Allergen.allCases.count).orNull),
                    .optional("note", .text(0...500, multiline: true, "No raw fish").orNull))),
            answers: [.ok(.dietNeeds, "As it is now", isTagged: true)]),
    ]
}

extension PictureRoutes {
    static let descriptions: [RouteDescription] = [
        RouteDescription(
            .put, "/v1/me/picture", id: "replacePicture", .member, "Show myself by a picture",
            "The file itself, up to 5 MiB; what a camera wrote into it is left out.",
            body: Body(types.map { Content($0, .string("…")) }, isRequired: true),
            answers: [.ok(.me, "The reader with the picture's path", isTagged: true)],
            problems: [
                .of(PictureProblems.notAPicture), .of(PictureProblems.tooManyPixels),
                .of(PictureProblems.broken), .of(PictureProblems.busy), .of(PictureProblems.notConfigured),
            ]),
        RouteDescription(
            .delete, "/v1/me/picture", id: "removePicture", .member, "Show my initials again",
            answers: [.done("Removed")]),
        RouteDescription(
            .get, "/v1/people/{id}/picture", id: "readPicture", .guest, "Somebody's picture",
            "404 where there is none: show initials then.",
            parameters: [
                .query("size", .words(["64", "256"], "256"), "Pixels each way."),
                .query("v", .text(0...32, "5b1f0a9c"), "Says nothing; makes caches ask anew."),
            ],
            answers: [
                Answer(200, "The picture", [Content("image/webp", .string("…"))], headers: [.eTag])
            ]),
    ]
}

extension Schema {
    fileprivate static let dietNeeds = Schema.named(
        "DietNeeds",
        .object(
            .field("diets", .array(of: .oneOf(PersonalDiet.self))),
            .field("allergies", .array(of: .oneOf(Allergen.self)), "Annex II of Regulation (EU) 1169/2011."),
            .field("note", .string("No raw fish").orNull, "In one's own words.")))
}
