/// What the clauses of ``SentenceTests`` are in the other languages.
enum ChangeTranslations {
    static let all: [String: [String: String]] = [
        "the order has closed but wasn’t placed, because it’s €9.50 below Thai Garden’s minimum: reopen it, call them or cancel it":
            [
                "fi":
                    "tilaus on suljettu mutta ei lähetetty, koska paikan Thai Garden vähimmäissummasta puuttuu 9,50\u{a0}€: avaa tilaus uudelleen, soita paikkaan tai peru tilaus",
                "ar":
                    "أُغلق الطلب ولم يُرسل لأنه ينقص \u{200f}9.50\u{a0}€ عن الحد الأدنى لدى ⁨Thai Garden⁩: أعد فتحه أو اتصل بالمكان أو ألغه",
                "ja": "Thai Gardenの最低注文額まで€9.50足りないため、注文は締め切りましたが送っていません。受付を再開するか、お店に電話するか、注文を取り消してください",
            ],
        "the order has closed but wasn’t placed with Thai Garden: check what’s missing": [
            "fi": "tilaus on suljettu mutta ei lähetetty paikkaan Thai Garden: tarkista, mitä puuttuu",
            "ar": "أُغلق الطلب ولم يُرسل إلى ⁨Thai Garden⁩: تحقق مما ينقص",
            "ja": "注文は締め切りましたが、Thai Gardenには送っていません。足りないものを確認してください",
        ],
        "the order has closed but wasn’t placed with Thai Garden, because a dish is sold out and a dish has no price":
            [
                "fi":
                    "tilaus on suljettu mutta ei lähetetty paikkaan Thai Garden: annos on loppuunmyyty ja annokselta puuttuu hinta",
                "ar":
                    "أُغلق الطلب ولم يُرسل إلى \u{2068}Thai Garden\u{2069}: نفد أحد الأطباق ولا سعر لأحد الأطباق",
                "ja": "注文は締め切りましたが、Thai Gardenには送っていません。理由：売り切れの料理があります、料理の値段が入っていません",
            ],
        "the deadline for orders has passed, and people can still choose: close the order when everyone’s ready":
            [
                "fi":
                    "tilausten määräaika on päättynyt, ja annoksen voi vielä valita: sulje tilaus, kun kaikki ovat valmiita",
                "ar": "انتهت مهلة الطلبات وما زال الاختيار ممكنًا: أغلق الطلب عندما ينتهي الجميع",
                "ja": "注文の締め切りが過ぎましたが、まだ選べます。全員が選び終わったら注文を締め切ってください",
            ],
        "Thai Garden hasn’t answered the order yet: call them": [
            "fi": "Thai Garden ei ole vielä vastannut tilaukseen: soita paikkaan",
            "ar": "لم يردّ \u{2068}Thai Garden\u{2069} على الطلب بعد: اتصل بالمكان",
            "ja": "Thai Gardenから注文への返事がまだありません。お店に電話してください",
        ],
        "Thai Garden hasn’t answered the order yet: call +358912345": [
            "fi": "Thai Garden ei ole vielä vastannut tilaukseen: soita numeroon +358912345",
            "ar":
                "لم يردّ \u{2068}Thai Garden\u{2069} على الطلب بعد: اتصل بالرقم \u{2068}+358912345\u{2069}",
            "ja": "Thai Gardenから注文への返事がまだありません。+358912345に電話してください",
        ],
        "someone who owed you €12.40 has deleted their account: mark the transfer as received or forgive it":
            [
                "fi":
                    "henkilö, joka oli sinulle velkaa 12,40\u{a0}€, on poistanut tilinsä: merkitse maksu saaduksi tai anna se anteeksi",
                "ar": "حذف شخص عليه لك \u{200f}12.40\u{a0}€ حسابه: علّم التحويل مستلمًا أو تنازل عنه",
                "ja": "あなたに€12.40を払うはずだった人がアカウントを削除しました。受け取り済みにするか、免除してください",
            ],
        "your online payment of €12.40 is confirmed": [
            "fi": "verkkomaksusi 12,40\u{a0}€ on vahvistettu",
            "ar": "تأكد دفعك عبر الإنترنت: \u{200f}12.40\u{a0}€",
            "ja": "オンラインの支払い€12.40が確認されました",
        ],
        "€12.40 of your online payment was refunded": [
            "fi": "verkkomaksustasi palautettiin 12,40\u{a0}€",
            "ar": "رُدّ \u{200f}12.40\u{a0}€ من دفعك عبر الإنترنت",
            "ja": "オンラインの支払いのうち€12.40が返金されました",
        ],
        "Thai Garden has too few portions and took Soup off the order": [
            "fi": "Thai Garden poisti tilauksesta annoksen Soup, koska annoksia on liian vähän",
            "ar": "حذف ⁨Thai Garden⁩ ⁨Soup⁩ من الطلب لأن الحصص لا تكفي",
            "ja": "Thai Gardenが数の不足のためSoupを注文から外しました",
        ],
        "your dishes from last time are on the order: Soup and Rice": [
            "fi": "viimekertaiset annoksesi ovat tilauksessa: Soup ja Rice",
            "ar": "أُضيفت أطباق المرة الماضية إلى الطلب: ⁨Soup⁩ و⁨Rice⁩",
            "ja": "前回と同じ料理を注文に入れました：Soup、Rice",
        ],
        "your dishes from last time are on the order: Soup, but not Rice": [
            "fi": "viimekertaiset annoksesi ovat tilauksessa: Soup, mutta ei Rice",
            "ar": "أُضيفت أطباق المرة الماضية إلى الطلب: ⁨Soup⁩، ما عدا ⁨Rice⁩",
            "ja": "前回と同じ料理を注文に入れました：Soup（Riceは入れていません）",
        ],
        "your dishes from last time have changed and weren’t ordered: Rice": [
            "fi": "viimekertaiset annoksesi ovat muuttuneet, eikä niitä tilattu: Rice",
            "ar": "تغيّرت أطباق المرة الماضية فلم تُطلب: ⁨Rice⁩",
            "ja": "前回の料理は内容が変わったため注文していません：Rice",
        ],
        "it’s on Thursday 11 March, 12:30": [
            "fi": "aika on sovittu: torstai 11. maaliskuuta klo 12.30",
            "ar": "تحدّد الموعد: الخميس، 11 مارس، 12:30\u{a0}م",
            "ja": "日時が3月11日(木) 12:30に決まりました",
        ],
        "it’s on Thursday 11 March, 12:30 to 14:00": [
            "fi": "aika on sovittu: torstai 11. maaliskuuta klo 12.30–14.00",
            "ar": "تحدّد الموعد: الخميس، 11 مارس، 12:30\u{a0}م – 2:00\u{a0}م",
            "ja": "日時が3月11日(木) 12:30〜14:00に決まりました",
        ],
        "it’s on Tuesday 29 February 2028, 12:30": [
            "fi": "aika on sovittu: tiistaina 29. helmikuuta 2028 klo 12.30",
            "ar": "تحدّد الموعد: الثلاثاء، 29 فبراير، 2028، 12:30\u{a0}م",
            "ja": "日時が2028年2月29日(火) 12:30に決まりました",
        ],
        "the time is undecided again (was Thursday 11 March, 12:30)": [
            "fi": "aika on taas avoin (ennen torstai 11. maaliskuuta klo 12.30)",
            "ar": "لم يعد الموعد محددًا، وكان الخميس، 11 مارس، 12:30\u{a0}م",
            "ja": "日時が未定に戻りました（変更前：3月11日(木) 12:30）",
        ],
        "moved to 13:00 (was 12:30)": [
            "fi": "uusi aika: 13.00 (ennen 12.30)",
            "ar": "الموعد الآن 1:00\u{a0}م بدلاً من 12:30\u{a0}م",
            "ja": "日時が12:30から13:00に変わりました",
        ],
        "moved to Friday 12 March, 12:30 (was Thursday 11 March, 12:30)": [
            "fi": "uusi aika: perjantai 12. maaliskuuta klo 12.30 (ennen torstai 11. maaliskuuta klo 12.30)",
            "ar": "الموعد الآن الجمعة، 12 مارس، 12:30\u{a0}م بدلاً من الخميس، 11 مارس، 12:30\u{a0}م",
            "ja": "日時が3月11日(木) 12:30から3月12日(金) 12:30に変わりました",
        ],
        "moved to 13:00 to 15:00 (was 12:30 to 14:00)": [
            "fi": "uusi aika: 13.00–15.00 (ennen 12.30–14.00)",
            "ar": "الموعد الآن 1:00\u{a0}م – 3:00\u{a0}م بدلاً من 12:30\u{a0}م – 2:00\u{a0}م",
            "ja": "日時が12:30〜14:00から13:00〜15:00に変わりました",
        ],
        "new end: 14:00": [
            "fi": "päättyy: 14.00",
            "ar": "ينتهي 2:00\u{a0}م",
            "ja": "終了は14:00です",
        ],
        "new end: Friday 12 March, 01:00 (was 14:00)": [
            "fi": "päättyy: perjantai 12. maaliskuuta klo 1.00 (ennen 14.00)",
            "ar": "ينتهي الجمعة، 12 مارس، 1:00\u{a0}ص بدلاً من 2:00\u{a0}م",
            "ja": "終了が14:00から3月12日(金) 1:00に変わりました",
        ],
        "the end is undecided": [
            "fi": "päättymisaika on avoin",
            "ar": "وقت الانتهاء غير محدد",
            "ja": "終了時刻が未定になりました",
        ],
        "moved to 12:30 (New York time) (was 12:30 (Helsinki time))": [
            "fi": "uusi aika: 12.30, aikavyöhyke New York (ennen 12.30, aikavyöhyke Helsinki)",
            "ar": "الموعد الآن 12:30\u{a0}م (بتوقيت نيويورك) بدلاً من 12:30\u{a0}م (بتوقيت هلسنكي)",
            "ja": "日時が12:30（ヘルシンキ時間）から12:30（ニューヨーク時間）に変わりました",
        ],
        "the same goes for all later dates of the series": [
            "fi": "sama koskee kaikkia sarjan seuraavia kertoja",
            "ar": "وينطبق ذلك على كل ما يلي في السلسلة",
            "ja": "このシリーズの次回以降も同じです",
        ],
        "it’s cancelled": [
            "fi": "tapaaminen on peruttu",
            "ar": "أُلغي اللقاء",
            "ja": "中止になりました",
        ],
        "it’s cancelled: The cook is ill": [
            "fi": "tapaaminen on peruttu: The cook is ill",
            "ar": "أُلغي اللقاء: \u{2068}The cook is ill\u{2069}",
            "ja": "中止になりました（理由：The cook is ill）",
        ],
        "it stays cancelled: Rain": [
            "fi": "tapaaminen pysyy peruttuna: Rain",
            "ar": "ما زال اللقاء ملغى: \u{2068}Rain\u{2069}",
            "ja": "中止のままです（理由：Rain）",
        ],
        "it’s back on": [
            "fi": "tapaaminen pidetään sittenkin",
            "ar": "اللقاء قائم من جديد",
            "ja": "中止が取り消され、予定どおり行います",
        ],
        "now at Kabob & Curry (was Burger Shack)": [
            "fi": "uusi paikka: Kabob & Curry (ennen Burger Shack)",
            "ar": "المكان الآن \u{2068}Kabob & Curry\u{2069} بدلاً من \u{2068}Burger Shack\u{2069}",
            "ja": "場所がBurger ShackからKabob & Curryに変わりました",
        ],
        "it’s at Kabob & Curry, Thayer St 261": [
            "fi": "paikka on valittu: Kabob & Curry, Thayer St 261",
            "ar": "تحدّد المكان: \u{2068}Kabob & Curry, Thayer St 261\u{2069}",
            "ja": "場所がKabob & Curry, Thayer St 261に決まりました",
        ],
        "the place is undecided again (was Burger Shack)": [
            "fi": "paikka on taas avoin (ennen Burger Shack)",
            "ar": "لم يعد المكان محددًا، وكان \u{2068}Burger Shack\u{2069}",
            "ja": "場所が未定に戻りました（変更前：Burger Shack）",
        ],
        "Burger Shack is at Elm 3": [
            "fi": "Burger Shack, uusi osoite: Elm 3",
            "ar": "عنوان \u{2068}Burger Shack\u{2069} هو \u{2068}Elm 3\u{2069}",
            "ja": "Burger Shackの住所はElm 3です",
        ],
        "Burger Shack has new contact details": [
            "fi": "Burger Shack: yhteystiedot muuttuivat",
            "ar": "تغيّرت بيانات التواصل مع \u{2068}Burger Shack\u{2069}",
            "ja": "Burger Shackの連絡先が変わりました",
        ],
        "renamed from “Lunch” to “Brunch”": [
            "fi": "uusi nimi on ”Brunch” (ennen ”Lunch”)",
            "ar": "صار الاسم «\u{2068}Brunch\u{2069}» بدلاً من «\u{2068}Lunch\u{2069}»",
            "ja": "タイトルが「Lunch」から「Brunch」に変わりました",
        ],
        "new note: “Bring cash”": [
            "fi": "viesti järjestäjältä: ”Bring cash”",
            "ar": "هناك ملاحظة: «\u{2068}Bring cash\u{2069}»",
            "ja": "「Bring cash」とのメモがあります",
        ],
        "the note now says: “Bring cash”": [
            "fi": "järjestäjän viesti on nyt: ”Bring cash”",
            "ar": "صارت الملاحظة: «\u{2068}Bring cash\u{2069}»",
            "ja": "メモが「Bring cash」に変わりました",
        ],
        "the note was removed": [
            "fi": "järjestäjän viesti on poistettu",
            "ar": "حُذفت الملاحظة",
            "ja": "メモが削除されました",
        ],
        "there’s 1 seat": [
            "fi": "paikkoja on yksi",
            "ar": "المقاعد المتاحة: مقعد واحد",
            "ja": "定員は1名です",
        ],
        "there are 12 seats": [
            "fi": "paikkoja on 12",
            "ar": "المقاعد المتاحة: 12 مقعدًا",
            "ja": "定員は12名です",
        ],
        "12 seats (was 10)": [
            "fi": "paikkoja on 12 (ennen 10)",
            "ar": "عدد المقاعد 12 بدلاً من 10",
            "ja": "定員が10名から12名に変わりました",
        ],
        "the number of seats is no longer limited": [
            "fi": "paikkoja ei ole enää rajattu",
            "ar": "لم يعد عدد المقاعد محدودًا",
            "ja": "定員がなくなりました",
        ],
        "answers are due by Thursday 11 March, 18:00": [
            "fi": "vastaa viimeistään: torstai 11. maaliskuuta klo 18.00",
            "ar": "آخر موعد للرد الخميس، 11 مارس، 6:00\u{a0}م",
            "ja": "回答期限は3月11日(木) 18:00です",
        ],
        "answers are due by Friday 12 March, 18:00 (was Thursday 11 March, 18:00)": [
            "fi":
                "vastaa viimeistään: perjantai 12. maaliskuuta klo 18.00 (ennen torstai 11. maaliskuuta klo 18.00)",
            "ar": "آخر موعد للرد الجمعة، 12 مارس، 6:00\u{a0}م بدلاً من الخميس، 11 مارس، 6:00\u{a0}م",
            "ja": "回答期限が3月11日(木) 18:00から3月12日(金) 18:00に変わりました",
        ],
        "there’s no deadline for answers any more": [
            "fi": "vastaamiselle ei ole enää määräaikaa",
            "ar": "لم يعد هناك موعد أخير للرد",
            "ja": "回答期限がなくなりました",
        ],
        "Leila has invited you": [
            "fi": "Leila kutsuu sinut",
            "ar": "دعوة لك من \u{2068}Leila\u{2069}",
            "ja": "Leilaさんから招待されています",
        ],
        "you’re no longer on the list": [
            "fi": "et ole enää listalla",
            "ar": "لم يعد اسمك في القائمة",
            "ja": "あなたは参加者リストから外れました",
        ],
        "one more person was invited": [
            "fi": "mukaan kutsuttiin yksi ihminen lisää",
            "ar": "دُعي صديق آخر",
            "ja": "新たに1人が招待されました",
        ],
        "Omar is no longer on the list": [
            "fi": "Omar ei ole enää listalla",
            "ar": "\u{2068}Omar\u{2069} خارج القائمة الآن",
            "ja": "Omarさんが参加者リストから外れました",
        ],
        "Leila is coming": [
            "fi": "Leila tulee",
            "ar": "حضور مؤكد من \u{2068}Leila\u{2069}",
            "ja": "Leilaさんが参加します",
        ],
        "Leila is coming with one guest": [
            "fi": "Leila tulee yhden vieraan kanssa",
            "ar": "حضور مؤكد من \u{2068}Leila\u{2069} مع ضيف واحد",
            "ja": "Leilaさんが同伴者1名と参加します",
        ],
        "Leila is coming with 3 guests": [
            "fi": "Leila tulee 3 vieraan kanssa",
            "ar": "حضور مؤكد من \u{2068}Leila\u{2069} مع 3 ضيوف",
            "ja": "Leilaさんが同伴者3名と参加します",
        ],
        "Leila might come": [
            "fi": "Leila tulee ehkä",
            "ar": "حضور محتمل من \u{2068}Leila\u{2069}",
            "ja": "Leilaさんは未定です",
        ],
        "Leila is not coming": [
            "fi": "Leila ei tule",
            "ar": "اعتذار عن الحضور من \u{2068}Leila\u{2069}",
            "ja": "Leilaさんは参加しません",
        ],
        "Leila is on the waiting list": [
            "fi": "Leila on jonossa",
            "ar": "\u{2068}Leila\u{2069} في قائمة الانتظار",
            "ja": "Leilaさんはキャンセル待ちです",
        ],
        "Leila hasn’t decided yet": [
            "fi": "Leila ei ole vielä päättänyt",
            "ar": "لا رد من \u{2068}Leila\u{2069} بعد",
            "ja": "Leilaさんはまだ決めていません",
        ],
        "someone is not coming": [
            "fi": "joku ei tule",
            "ar": "اعتذار عن الحضور من \u{2068}شخص ما\u{2069}",
            "ja": "ゲストさんは参加しません",
        ],
        "you’re marked as coming with one guest": [
            "fi": "sinut on merkitty tulevaksi yhden vieraan kanssa",
            "ar": "سُجّل أنك ستحضر مع ضيف واحد",
            "ja": "あなたは同伴者1名と参加になっています",
        ],
        "you’re marked as maybe": [
            "fi": "sinut on merkitty ehkä tulevaksi",
            "ar": "سُجّل أنك قد تحضر",
            "ja": "あなたは未定になっています",
        ],
        "you’re marked as not coming": [
            "fi": "sinut on merkitty poissa olevaksi",
            "ar": "سُجّل أنك لن تحضر",
            "ja": "あなたは不参加になっています",
        ],
        "you’re on the waiting list": [
            "fi": "olet jonossa",
            "ar": "أنت في قائمة الانتظار",
            "ja": "あなたはキャンセル待ちです",
        ],
        "your answer is needed again": [
            "fi": "vastauksesi on taas avoin",
            "ar": "عاد ردّك مفتوحًا",
            "ja": "あなたの回答が未回答に戻りました",
        ],
        "Omar now has an account": [
            "fi": "Omar on nyt mukana omalla tilillään",
            "ar": "لدى \u{2068}Omar\u{2069} حساب الآن",
            "ja": "Omarさんがアカウントを作りました",
        ],
        "Omar is now a cohost": [
            "fi": "Omar on nyt toinen järjestäjä",
            "ar": "\u{2068}Omar\u{2069} في دور المضيف المشارك الآن",
            "ja": "Omarさんが共同主催者になりました",
        ],
        "Omar is no longer a cohost": [
            "fi": "Omar ei ole enää toinen järjestäjä",
            "ar": "\u{2068}Omar\u{2069} خارج دور المضيف المشارك الآن",
            "ja": "Omarさんは共同主催者ではなくなりました",
        ],
        "you’re now a cohost": [
            "fi": "olet nyt toinen järjestäjä",
            "ar": "أنت مضيف مشارك الآن",
            "ja": "あなたが共同主催者になりました",
        ],
        "you’re no longer the host": [
            "fi": "et ole enää järjestäjä",
            "ar": "لم تعد المضيف",
            "ja": "あなたは主催者ではなくなりました",
        ],
        "Omar is now the host; Omar is coming": [
            "fi": "Omar on nyt järjestäjä; Omar tulee",
            "ar": "\u{2068}Omar\u{2069} في دور المضيف الآن؛ حضور مؤكد من \u{2068}Omar\u{2069}",
            "ja": "Omarさんが主催者になりました。Omarさんが参加します",
        ],
        "it’s soon: Thursday 11 March, 12:30": [
            "fi": "kohta tavataan: torstai 11. maaliskuuta klo 12.30",
            "ar": "اقترب اللقاء: الخميس، 11 مارس، 12:30\u{a0}م",
            "ja": "まもなくです：3月11日(木) 12:30",
        ],
        "please answer": [
            "fi": "vastaustasi odotetaan",
            "ar": "ننتظر ردّك",
            "ja": "回答をお待ちしています",
        ],
        "please answer by Thursday 11 March, 18:00": [
            "fi": "vastaustasi odotetaan viimeistään: torstai 11. maaliskuuta klo 18.00",
            "ar": "ننتظر ردّك قبل الخميس، 11 مارس، 6:00\u{a0}م",
            "ja": "3月11日(木) 18:00までに回答をお願いします",
        ],
        "a seat is free: we’re holding it for you until Thursday 11 March, 18:00": [
            "fi":
                "sinulle on varattu paikka, ota se tai luovu siitä viimeistään: torstai 11. maaliskuuta klo 18.00",
            "ar": "مقعدك محجوز حتى الخميس، 11 مارس، 6:00\u{a0}م: خذه أو اتركه لغيرك",
            "ja": "3月11日(木) 18:00まであなたの席を確保しています。受けるか次の人に譲ってください",
        ],
        "the seat we held for you went to the next person: answer again to wait for another": [
            "fi":
                "sinulle varattu paikka siirtyi seuraavalle: vastaa uudelleen, jos haluat jonottaa seuraavaa",
            "ar": "انتقل المقعد المحجوز لك إلى التالي: أجب من جديد لتنتظر غيره",
            "ja": "確保していた席は次の人に移りました。また待つには、もう一度回答してください",
        ],
        "10 people joined through one share link within a minute: end the link if you don’t know them": [
            "fi": "10 ihmistä liittyi samalla linkillä minuutin sisällä: lopeta linkki, jos et tunne heitä",
            "ar": "انضم خلال دقيقة بالرابط نفسه 10 أشخاص: أنهِ الرابط إن كنت لا تعرفهم",
            "ja": "1分以内に10人が同じ共有リンクから参加しました。知らない人ならリンクを終了してください",
        ],
        "you’re at the end of the waiting list again": [
            "fi": "olet taas jonossa, viimeisenä",
            "ar": "أنت من جديد في آخر قائمة الانتظار",
            "ja": "あなたは再びキャンセル待ちの最後に並びました",
        ],
        "Omar is at the end of the waiting list again": [
            "fi": "Omar on taas jonossa, viimeisenä",
            "ar": "\u{2068}Omar\u{2069} من جديد في آخر قائمة الانتظار",
            "ja": "Omarさんが再びキャンセル待ちの最後に並びました",
        ],
        "a seat came free: you’re coming": [
            "fi": "paikka vapautui: olet tulossa",
            "ar": "شغر مقعد: أنت قادم",
            "ja": "席が空き、あなたは参加になりました",
        ],
        "Omar got seats from the waiting list, with 2 guests": [
            "fi": "Omar jonotti ja sai paikat, mukana 2 vierasta",
            "ar": "حصل \u{2068}Omar\u{2069} على مقاعد بعد الانتظار مع ضيفين",
            "ja": "キャンセル待ちのOmarさんが同伴者2名と参加になりました",
        ],
        "the place is no longer listed in our data: it may have closed for good": [
            "fi": "paikkaa ei enää ole tiedoissamme: se on voinut sulkea ovensa",
            "ar": "لم يعد المكان مذكورًا في بياناتنا: ربما أُغلق نهائيًا",
            "ja": "このお店はデータから消えました。閉店した可能性があります",
        ],
        "the place is listed in our data again": [
            "fi": "paikka on taas tiedoissamme",
            "ar": "عاد المكان إلى بياناتنا",
            "ja": "このお店がデータに戻りました",
        ],
        "the place is open at that time after all": [
            "fi": "paikka onkin silloin auki",
            "ar": "المكان مفتوح حينها رغم ما سبق",
            "ja": "その時間は営業していることがわかりました",
        ],
        "the place is closed at that time, according to its opening hours": [
            "fi": "paikka on silloin kiinni tiedossa olevien aukioloaikojen mukaan",
            "ar": "المكان مغلق حينها بحسب المواعيد المعروفة",
            "ja": "わかっている営業時間では、その時間は閉まっています",
        ],
        "we don’t know if the place is open at that time: call ahead": [
            "fi": "ei ole tiedossa, onko paikka silloin auki: soita ja kysy",
            "ar": "لا يُعرف هل المكان مفتوح حينها: اتصل واسأل",
            "ja": "その時間に営業しているかわかりません。電話でご確認ください",
        ],
        "everyone has answered": [
            "fi": "kaikki ovat vastanneet",
            "ar": "وصلت ردود الجميع",
            "ja": "全員の回答がそろいました",
        ],
        "Omar suggested Thursday 11 March, 13:00": [
            "fi": "Omar ehdottaa: torstai 11. maaliskuuta klo 13.00",
            "ar": "يقترح \u{2068}Omar\u{2069}: الخميس، 11 مارس، 1:00\u{a0}م",
            "ja": "Omarさんの提案：3月11日(木) 13:00",
        ],
        "Omar suggested Kolme Kruunua": [
            "fi": "Omar ehdottaa: Kolme Kruunua",
            "ar": "يقترح \u{2068}Omar\u{2069}: \u{2068}Kolme Kruunua\u{2069}",
            "ja": "Omarさんの提案：Kolme Kruunua",
        ],
        "Omar suggested another place": [
            "fi": "Omar ehdottaa: toinen paikka",
            "ar": "يقترح \u{2068}Omar\u{2069}: مكان آخر",
            "ja": "Omarさんの提案：別の場所",
        ],
        "Omar suggested Thursday 11 March, 13:00 at Kolme Kruunua": [
            "fi": "Omar ehdottaa: torstai 11. maaliskuuta klo 13.00, Kolme Kruunua",
            "ar": "يقترح \u{2068}Omar\u{2069}: الخميس، 11 مارس، 1:00\u{a0}م في \u{2068}Kolme Kruunua\u{2069}",
            "ja": "Omarさんの提案：3月11日(木) 13:00、Kolme Kruunua",
        ],
        "Omar suggested inviting someone": [
            "fi": "Omar ehdottaa, että myös joku kutsutaan",
            "ar": "يقترح \u{2068}Omar\u{2069} دعوة \u{2068}شخص ما\u{2069}",
            "ja": "Omarさんがゲストさんの招待を提案しています",
        ],
        "Omar suggested this": [
            "fi": "tätä ehdotti Omar",
            "ar": "كان هذا اقتراح \u{2068}Omar\u{2069}",
            "ja": "Omarさんの提案です",
        ],
        "you suggested this": [
            "fi": "tämä oli sinun ehdotuksesi",
            "ar": "كان هذا اقتراحك",
            "ja": "あなたの提案です",
        ],
        "your suggestion was turned down: Kolme Kruunua": [
            "fi": "ehdotuksesi ei mennyt läpi: Kolme Kruunua",
            "ar": "لم يؤخذ باقتراحك: \u{2068}Kolme Kruunua\u{2069}",
            "ja": "あなたの提案は採用されませんでした：Kolme Kruunua",
        ],
        "your suggestion was turned down: Kolme Kruunua – “Too far”": [
            "fi": "ehdotuksesi ei mennyt läpi: Kolme Kruunua – ”Too far”",
            "ar": "لم يؤخذ باقتراحك: \u{2068}Kolme Kruunua\u{2069} – «\u{2068}Too far\u{2069}»",
            "ja": "あなたの提案は採用されませんでした：Kolme Kruunua（「Too far」）",
        ],
        "vote on 3 options by Wednesday 10 March, 18:00": [
            "fi": "äänestys 3 vaihtoehdosta on auki, päättyy: keskiviikko 10. maaliskuuta klo 18.00",
            "ar": "التصويت على 3 خيارات مفتوح حتى الأربعاء، 10 مارس، 6:00\u{a0}م",
            "ja": "3件の候補の投票を3月10日(水) 18:00まで受け付けています",
        ],
        "the vote ended without a result": [
            "fi": "äänestys päättyi tuloksetta",
            "ar": "انتهى التصويت دون نتيجة",
            "ja": "投票は結果なしで終わりました",
        ],
        "the vote is over: Kolme Kruunua won": [
            "fi": "äänestys on päättynyt: eniten kannatusta sai Kolme Kruunua",
            "ar": "انتهى التصويت، والأغلبية تريد \u{2068}Kolme Kruunua\u{2069}",
            "ja": "投票が終わりました。一番人気はKolme Kruunuaです",
        ],
        "the vote was a tie: Kolme Kruunua won the draw": [
            "fi": "äänestys päättyi tasan; arpa osui: Kolme Kruunua",
            "ar": "تعادل التصويت، ووقعت القرعة على \u{2068}Kolme Kruunua\u{2069}",
            "ja": "投票は同点で、くじでKolme Kruunuaになりました",
        ],
        "decided by a vote": [
            "fi": "äänestys ratkaisi sen",
            "ar": "حسم التصويت الأمر",
            "ja": "投票で決まりました",
        ],
        "the vote was a tie, and a draw decided it": [
            "fi": "äänestys päättyi tasan, ja arpa ratkaisi sen",
            "ar": "تعادل التصويت وحسمت القرعة الأمر",
            "ja": "投票は同点で、くじで決まりました",
        ],
        "Omar wrote: “Soup?”": [
            "fi": "Omar kirjoittaa: ”Soup?”",
            "ar": "رسالة من \u{2068}Omar\u{2069}: «\u{2068}Soup?\u{2069}»",
            "ja": "Omarさんのメッセージ：「Soup?」",
        ],
        "Thai Garden wrote: “Soup?”": [
            "fi": "Thai Garden kirjoittaa: ”Soup?”",
            "ar": "رسالة من \u{2068}Thai Garden\u{2069}: «\u{2068}Soup?\u{2069}»",
            "ja": "Thai Gardenさんのメッセージ：「Soup?」",
        ],
        "Omar mentioned you: “Soup?”": [
            "fi": "Omar mainitsee sinut: ”Soup?”",
            "ar": "إشارة إليك من \u{2068}Omar\u{2069}: «\u{2068}Soup?\u{2069}»",
            "ja": "Omarさんがあなたに言及しました：「Soup?」",
        ],
        "Omar wrote a message that was deleted": [
            "fi": "Omar kirjoitti viestin, joka on jo poistettu",
            "ar": "رسالة من \u{2068}Omar\u{2069} حُذفت بعد ذلك",
            "ja": "Omarさんのメッセージは削除されました",
        ],
        "there’s an offer at that time: Two for one": [
            "fi": "paikassa on silloin tarjous: Two for one",
            "ar": "يوجد عرض في المكان حينها: \u{2068}Two for one\u{2069}",
            "ja": "その時間に使える特典があります：Two for one",
        ],
        "the offer for that time has ended: Two for one": [
            "fi": "tarjous ei enää ole silloin voimassa: Two for one",
            "ar": "لم يعد العرض ساريًا حينها: \u{2068}Two for one\u{2069}",
            "ja": "その時間には使えなくなった特典：Two for one",
        ],
        "how was Burger Shack?": [
            "fi": "millaista oli paikassa Burger Shack?",
            "ar": "كيف كان \u{2068}Burger Shack\u{2069}؟",
            "ja": "Burger Shackはいかがでしたか？",
        ],
        "orders are open: choose your dish": [
            "fi": "tilaukset ovat auki: valitse annoksesi",
            "ar": "الطلبات مفتوحة: اختر طبقك",
            "ja": "注文を受け付けています。料理を選んでください",
        ],
        "orders are open until Thursday 11 March, 12:30: choose your dish": [
            "fi": "tilaukset ovat auki torstai 11. maaliskuuta klo 12.30 asti: valitse annoksesi",
            "ar": "الطلبات مفتوحة حتى الخميس، 11 مارس، 12:30\u{a0}م: اختر طبقك",
            "ja": "3月11日(木) 12:30まで注文を受け付けています。料理を選んでください",
        ],
        "orders are open again": [
            "fi": "tilaukset ovat taas auki",
            "ar": "الطلبات مفتوحة من جديد",
            "ja": "再び注文できます",
        ],
        "orders are open again until Thursday 11 March, 12:30": [
            "fi": "tilaukset ovat taas auki torstai 11. maaliskuuta klo 12.30 asti",
            "ar": "الطلبات مفتوحة من جديد حتى الخميس، 11 مارس، 12:30\u{a0}م",
            "ja": "3月11日(木) 12:30まで再び注文できます",
        ],
        "you can now order until Thursday 11 March, 12:30": [
            "fi": "nyt voit tilata torstai 11. maaliskuuta klo 12.30 asti",
            "ar": "يمكنك الطلب الآن حتى الخميس، 11 مارس، 12:30\u{a0}م",
            "ja": "注文は3月11日(木) 12:30までになりました",
        ],
        "orders are closed: 3 portions": [
            "fi": "tilaukset on suljettu: 3 annosta",
            "ar": "أُغلقت الطلبات: 3 أطباق",
            "ja": "注文を締め切りました（3点）",
        ],
        "the order was taken back from Thai Garden": [
            "fi": "tilaus on vedetty takaisin: Thai Garden",
            "ar": "سُحب الطلب من \u{2068}Thai Garden\u{2069}",
            "ja": "Thai Gardenへの注文を取り下げました",
        ],
        "the order has been placed with Thai Garden": [
            "fi": "tilaus on tehty: Thai Garden",
            "ar": "أُرسل الطلب إلى \u{2068}Thai Garden\u{2069}",
            "ja": "Thai Gardenに注文しました",
        ],
        "Thai Garden promised the food for Thursday 11 March, 12:30": [
            "fi": "Thai Garden lupasi ruoan: torstai 11. maaliskuuta klo 12.30",
            "ar": "وعد \u{2068}Thai Garden\u{2069} بالطعام الخميس، 11 مارس، 12:30\u{a0}م",
            "ja": "Thai Gardenによると、料理は3月11日(木) 12:30にできる予定です",
        ],
        "Thai Garden is preparing the order": [
            "fi": "Thai Garden valmistaa tilausta",
            "ar": "\u{2068}Thai Garden\u{2069} يحضّر الطلب",
            "ja": "Thai Gardenが準備しています",
        ],
        "the food is ready at Thai Garden": [
            "fi": "ruoka on valmis: Thai Garden",
            "ar": "الطعام جاهز في \u{2068}Thai Garden\u{2069}",
            "ja": "Thai Gardenで料理ができました",
        ],
        "Thai Garden has handed over the food": [
            "fi": "Thai Garden on luovuttanut ruoan",
            "ar": "سلّم \u{2068}Thai Garden\u{2069} الطعام",
            "ja": "Thai Gardenが料理を渡しました",
        ],
        "the order was cancelled": [
            "fi": "tilaus peruttiin",
            "ar": "أُلغي الطلب",
            "ja": "注文は取り消されました",
        ],
        "the order was cancelled because no one chose a dish": [
            "fi": "tilaus peruttiin, koska kukaan ei valinnut annosta",
            "ar": "أُلغي الطلب لأن أحدًا لم يختر طبقًا",
            "ja": "誰も料理を選ばなかったため、注文は取り消されました",
        ],
        "you haven’t chosen a dish yet": [
            "fi": "et ole vielä valinnut annosta",
            "ar": "لم تختر طبقك بعد",
            "ja": "まだ料理を選んでいません",
        ],
        "you haven’t chosen a dish yet: order by Thursday 11 March, 12:30": [
            "fi": "et ole vielä valinnut annosta: tilaa torstai 11. maaliskuuta klo 12.30 mennessä",
            "ar": "لم تختر طبقك بعد: اطلب قبل الخميس، 11 مارس، 12:30\u{a0}م",
            "ja": "まだ料理を選んでいません。3月11日(木) 12:30までに注文してください",
        ],
        "someone ordered Soup for you": [
            "fi": "joku tilasi sinulle: Soup",
            "ar": "طلب \u{2068}شخص ما\u{2069} لك: \u{2068}Soup\u{2069}",
            "ja": "ゲストさんがあなたにSoupを注文しました",
        ],
        "someone took Soup off your order": [
            "fi": "joku poisti tilauksestasi: Soup",
            "ar": "حذف \u{2068}شخص ما\u{2069} من طلبك: \u{2068}Soup\u{2069}",
            "ja": "ゲストさんがあなたの注文からSoupを外しました",
        ],
        "someone gave Soup to someone": [
            "fi": "joku antoi annoksen Soup, saaja joku",
            "ar": "أعطى \u{2068}شخص ما\u{2069} \u{2068}Soup\u{2069} إلى \u{2068}شخص ما\u{2069}",
            "ja": "ゲストさんがSoupをゲストさんに譲りました",
        ],
        "someone changed Soup on your order to Rice, hot": [
            "fi": "joku muutti tilauksesi: Rice, hot (ennen Soup)",
            "ar": "غيّر \u{2068}شخص ما\u{2069} في طلبك \u{2068}Soup\u{2069} إلى \u{2068}Rice, hot\u{2069}",
            "ja": "ゲストさんがあなたの注文をSoupからRice, hotに変えました",
        ],
        "the place no longer has Soup: choose another dish": [
            "fi": "paikassa ei ole enää annosta Soup: valitse toinen",
            "ar": "لم يعد ⁨Soup⁩ متوفرًا في المطعم: اختر طبقًا آخر",
            "ja": "Soupは品切れか取り扱い終了です。別の料理を選んでください",
        ],
        "Thai Garden no longer holds portions for the order: place it soon": [
            "fi": "Thai Garden ei enää pidä annoksia tilaukselle: tee tilaus pian",
            "ar": "لم يعد ⁨Thai Garden⁩ يحجز حصصًا لهذا الطلب: أرسل الطلب قريبًا",
            "ja": "Thai Gardenはこの注文の分を確保しなくなりました。早めに注文してください",
        ],
        "you’re running the order now": [
            "fi": "sinä hoidat nyt tilausta",
            "ar": "أنت تدير الطلب الآن",
            "ja": "あなたが注文の担当になりました",
        ],
        "the outing has moved, but the food is still ordered for Thursday 11 March, 12:30": [
            "fi": "tapaamisen aika muuttui, mutta ruoka on yhä tilattu: torstai 11. maaliskuuta klo 12.30",
            "ar": "تغيّر موعد اللقاء، لكن الطعام ما زال مطلوبًا الخميس، 11 مارس، 12:30\u{a0}م",
            "ja": "集まりの時間が変わりましたが、料理の注文は3月11日(木) 12:30のままです",
        ],
        "Thai Garden can’t make the order: “The oven is broken”": [
            "fi": "Thai Garden ei voi tehdä tilausta: ”The oven is broken”",
            "ar": "اعتذر \u{2068}Thai Garden\u{2069} عن الطلب: «\u{2068}The oven is broken\u{2069}»",
            "ja": "Thai Gardenが注文を受けられませんでした：「The oven is broken」",
        ],
        "someone set the price of Soup to €11.00": [
            "fi": "joku asetti hinnan: Soup 11,00\u{a0}€",
            "ar": "حدّد \u{2068}شخص ما\u{2069} سعر \u{2068}Soup\u{2069}: \u{200f}11.00\u{a0}€",
            "ja": "ゲストさんがSoupの値段を€11.00にしました",
        ],
        "someone changed the price of Soup from €9.50 to €11.00": [
            "fi": "joku muutti hinnan: Soup 11,00\u{a0}€ (ennen 9,50\u{a0}€)",
            "ar":
                "غيّر \u{2068}شخص ما\u{2069} سعر \u{2068}Soup\u{2069} من \u{200f}9.50\u{a0}€ إلى \u{200f}11.00\u{a0}€",
            "ja": "ゲストさんがSoupの値段を€9.50から€11.00に変えました",
        ],
        "you owe someone €12.40": [
            "fi": "olet velkaa: joku saa sinulta 12,40\u{a0}€",
            "ar": "عليك \u{200f}12.40\u{a0}€ لـ\u{2068}شخص ما\u{2069}",
            "ja": "ゲストさんに€12.40を払ってください",
        ],
        "someone says €12.40 is on its way to you": [
            "fi": "joku kertoo lähettäneensä sinulle 12,40\u{a0}€",
            "ar": "يقول \u{2068}شخص ما\u{2069} إنه أرسل إليك \u{200f}12.40\u{a0}€",
            "ja": "ゲストさんによると、€12.40を送ったそうです",
        ],
        "someone has received €12.40": [
            "fi": "joku on saanut 12,40\u{a0}€",
            "ar": "استلم \u{2068}شخص ما\u{2069} \u{200f}12.40\u{a0}€",
            "ja": "ゲストさんが€12.40を受け取りました",
        ],
        "someone hasn’t received €12.40 yet": [
            "fi": "joku ei ole vielä saanut summaa 12,40\u{a0}€",
            "ar": "لم يستلم \u{2068}شخص ما\u{2069} \u{200f}12.40\u{a0}€ بعد",
            "ja": "ゲストさんはまだ€12.40を受け取っていません",
        ],
        "someone let you off the €12.40 you owed": [
            "fi": "joku antoi sinulle anteeksi velan: 12,40\u{a0}€",
            "ar": "أعفاك \u{2068}شخص ما\u{2069} من \u{200f}12.40\u{a0}€",
            "ja": "ゲストさんへの€12.40は払わなくてよくなりました",
        ],
        "you no longer owe someone €12.40": [
            "fi": "et ole enää velkaa: joku, 12,40\u{a0}€",
            "ar": "لم يعد عليك \u{200f}12.40\u{a0}€ لـ\u{2068}شخص ما\u{2069}",
            "ja": "ゲストさんに€12.40を払う必要はなくなりました",
        ],
        "you still owe someone €12.40": [
            "fi": "olet yhä velkaa: joku saa sinulta 12,40\u{a0}€",
            "ar": "ما زال عليك \u{200f}12.40\u{a0}€ لـ\u{2068}شخص ما\u{2069}",
            "ja": "ゲストさんへの€12.40がまだ支払われていません",
        ],
        "the bill is settled": [
            "fi": "lasku on selvitetty",
            "ar": "سُوّي الحساب",
            "ja": "会計が済みました",
        ],
    ]
}
