"""Account numbers and payment codes by other authors: schwifty, segno (EPC069-12) and qrbill (Swiss QR code).

pay_code_judge.py accounts COUNT: prints account numbers, one a line, each with `right` or `wrong` before it.
pay_code_judge.py codes FILE: FILE is JSON, a list of payments and the codes that we wrote of them. Prints each that another
program writes differently.
"""

import json
import random
import sys

import qrbill
import schwifty
import segno.helpers
from schwifty.exceptions import SchwiftyException

# See script/registries.
TERRITORIES = set("AX BL GF GG GP IM JE MF MQ NC PF PM RE TF WF YT".split())


def accounts(count):
    chance = random.Random(1)
    while count:
        text = str(schwifty.IBAN.random(random=chance))
        if text[:2] in TERRITORIES or getattr(schwifty.IBAN(text).spec, "aspirational", False):
            continue
        count -= 1
        kind = chance.randrange(4)
        if kind == 1:
            place = chance.randrange(2, len(text))
            text = text[:place] + chance.choice("0123456789ABCXYZ") + text[place + 1:]
        elif kind == 2:
            place = chance.randrange(2, len(text) - 1)
            text = text[:place] + text[place + 1] + text[place] + text[place + 2:]
        elif kind == 3:
            text = text[:-1] if chance.randrange(2) else text + "0"
        try:
            schwifty.IBAN(text)
            verdict = "right"
        except SchwiftyException:
            verdict = "wrong"
        print(verdict, text)


def epc(payment):
    """segno drops the zeros at the end of an amount, which the guideline allows."""
    data = segno.helpers._make_epc_qr_data(
        payment["name"], payment["account"], payment["amount"], text=payment["text"], encoding="utf-8")
    return data.decode(), payment["code"].replace("EUR" + payment["amount"], "EUR" + payment["amount"].rstrip("0").rstrip("."))


def swiss(payment):
    address = {
        "name": payment["name"], "street": payment["street"], "house_num": payment["houseNumber"], "pcode": payment["postcode"],
        "city": payment["town"], "country": payment["country"]}
    bill = qrbill.QRBill(
        account=payment["account"], creditor=address, amount=payment["amount"], currency=payment["currency"],
        additional_information=payment["text"])
    return bill.qr_data(), payment["code"]


def main():
    if sys.argv[1] == "accounts":
        accounts(int(sys.argv[2]))
    else:
        for payment in json.load(open(sys.argv[2])):
            theirs, ours = {"epc": epc, "swiss": swiss}[payment["kind"]](payment)
            if theirs != ours:
                print(f"theirs: {theirs!r}\nours:   {ours!r}")


main()
