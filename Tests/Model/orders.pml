/* How picks end: one order, two people who pick, and every order in which the deadline, the host, a removal and two
 * workers can come between, die and be late.
 *
 * It models the transactions of Sources/Features/Orders (OrderLineEdits, OrderEdits, OrderClock, OrderUpdater): each reads
 * what is committed, and takes effect as a whole at its end. Only the database's time counts: that at which a transaction
 * began. A worker locks an order some time after its deadline, when no transaction that began before it still runs.
 * script/model checks the model, and injects each fault, which the model must detect.
 *
 * Properties:
 *   in time   no pick counts that began after the deadline or ended after the order was locked
 *   fair      no pick is refused that began before the deadline, unless the host locked the order or removed the person
 *   listed    while the order is open, only people on the list have a line
 *   once      the same key has one effect, and the order is locked once
 */

bool isOpen = true;                     /* group_order.state */
bool passed;                            /* the deadline, by the database's clock */
bool orderHeld, outingHeld;             /* the locks of the two rows */
bool listed[2] = true;                  /* attendance */
byte lines[2];                          /* order_line, by person */
bool keyed[2];                          /* a response is stored under the key of the pick */

bool byHand;                            /* the host has locked the order; only the proof knows */
byte inTime;                            /* transactions of picks that began before the deadline and still run */
byte locks, kills;

#define TAKE(row) atomic { !row -> row = true }
#define MAYBE_KILLED(there) if :: kills < 2 -> kills++; goto there :: skip fi

active [2] proctype Picker() {
    bool early, known, allowed;
again:
    atomic { early = !passed; inTime = inTime + early }
    known = listed[_pid];               /* reads the outing without a lock */
#ifndef NO_LOCK
    TAKE(orderHeld);
#endif
    atomic {
#ifndef ATTENDANCE_FIRST
        known = listed[_pid];
#endif
#ifdef STATE_ALONE
        allowed = isOpen && known
#else
        allowed = isOpen && known && early
#endif
    }
    MAYBE_KILLED(rolledBack);
    atomic {                            /* its end */
        if
        :: keyed[_pid] -> skip
        :: !keyed[_pid] && allowed ->
            assert(isOpen && early && listed[_pid]);
            lines[_pid]++;
#ifndef NO_KEY
            keyed[_pid] = true;
#endif
            assert(lines[_pid] == 1)
        :: else -> assert(!early || byHand || !listed[_pid])
        fi;
#ifndef NO_LOCK
        orderHeld = false;
#endif
        inTime = inTime - early
    }
    MAYBE_KILLED(again);                /* the answer is lost: the client sends the pick again */
    goto done;
rolledBack:
    atomic {
#ifndef NO_LOCK
        orderHeld = false;
#endif
        inTime = inTime - early
    }
    goto again;
done: skip
}

active proctype Deadline() { passed = true }

active proctype Host() {
    if
    :: skip -> goto done                /* leaves it to the deadline */
    :: skip
    fi;
    TAKE(outingHeld);
    TAKE(orderHeld);
    MAYBE_KILLED(released);
    if
    :: isOpen -> atomic { isOpen = false; byHand = true; locks++; assert(locks == 1) }
    :: else
    fi;
released:
    atomic { orderHeld = false; outingHeld = false }
done: skip
}

/* A host removes the first person: whoever has a line then loses it. */
active proctype Removal() {
    TAKE(outingHeld);
    TAKE(orderHeld);
    MAYBE_KILLED(released);
    atomic {
        listed[0] = false;
        if :: isOpen -> lines[0] = 0 :: else fi
    }
released:
    atomic { orderHeld = false; outingHeld = false }
}

active [2] proctype Worker() {
    bool due;
end:
#ifdef NO_GRACE
    passed;
#else
    passed && inTime == 0;
#endif
    due = isOpen;
    TAKE(outingHeld);
    TAKE(orderHeld);
#ifndef STATE_FIRST
    due = isOpen;
#endif
    MAYBE_KILLED(released);
    if
    :: due -> atomic { isOpen = false; locks++; assert(locks == 1) }
    :: else
    fi;
released:
    atomic { orderHeld = false; outingHeld = false }
}
