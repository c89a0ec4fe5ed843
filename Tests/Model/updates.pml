/* How an edit is delivered: one outing, one watch, and every order in which workers can run, die and be late.
 *
 * It models the statements of Sources/Features/Delivery (FanOutQueries, DeliveryQueries): each is atomic and works on the
 * state that it locks. Only the database's time counts: a lease ends when Clock decides, whether its worker is alive or
 * not. script/model checks the model, and injects each fault of MUTANTS, which the model must detect.
 *
 * Properties:
 *   covered   every acknowledged edit was delivered, or a row exists that will cause its delivery
 *   honest    nothing counts as delivered that has not reached the receiver
 *   fenced    only the holder of the lease changes the row; sent_rev never decreases
 *   at rest   once edits have ended, everything is delivered and no row is left
 */

#ifndef EDITS
#define EDITS 2
#endif
#define LEASES 14                       /* no run claims more */

byte rev;                               /* outing.rev */
bit outbox[EDITS + 1];                  /* a row for this revision */
bit taken[EDITS + 1];                   /* locked by a running fan-out */
bool row;                               /* delivery: the row, want_rev, its lease (0: none), whether it is due */
byte want, lease;
bool due;
bool dead;                              /* dead_letter, and its want_rev */
byte deadWant;
byte sent;                              /* outing_watch.sent_rev */
byte seq;                               /* lease_seq */

byte told;                              /* the receiver: the highest revision that reached it */
byte holder;                            /* which worker's claim is the last; only the proof knows */
bool gone[LEASES + 1];                  /* who held this lease has died; nobody in the system knows */
bool edited;                            /* no more edits come */
byte kills, late, failures;             /* faults so far, so that there is an end to them */

#define MAX(a, b) (a > b -> a : b)
#define COVERED (sent >= rev || outbox[rev] || (row && want >= rev) || (dead && deadWant >= rev))
#define CHECK assert(COVERED); assert(sent <= told)

active proctype Writer() {
    byte i = 0;
    do
    :: i < EDITS ->
#ifdef TWO_TRANSACTIONS
        atomic { rev++; i++ }
        if :: skip :: kills < 2 -> kills++; goto cut fi;
        atomic { outbox[rev] = 1 }
cut:    skip
#else
        atomic { rev++; i++; outbox[rev] = 1; CHECK }
#endif
    :: else -> break
    od;
    edited = true
}

/* Takes the rows of the outbox that are not locked, and marks the watch, in one statement. Others may act between its
 * read and its commit, and a kill rolls all of it back. */
active [2] proctype FanOut() {
    byte top, known, i;
end:do
    :: atomic {
            (outbox[1] && !taken[1]) || (outbox[EDITS] && !taken[EDITS]) ->
            top = 0; i = 1;
            do
            :: i <= EDITS ->
                if :: outbox[i] && !taken[i] -> taken[i] = 1; top = i :: else fi;
                i++
            :: else -> break
            od;
            known = sent
#ifdef OUTBOX_FIRST
            ; i = 1;
            do
            :: i <= top -> if :: taken[i] -> outbox[i] = 0 :: else fi; i++
            :: else -> break
            od
#endif
       }
       atomic {
            if
            :: kills < 2 -> kills++
            :: true ->
                if
                :: known < top ->
                    if
                    :: !row -> row = true; want = top; lease = 0; due = true
#ifdef SKIP_LEASED
                    :: row && lease > 0 -> skip
                    :: row && lease == 0 -> want = MAX(want, top)
#else
                    :: row -> want = MAX(want, top)     /* a lease is left alone */
#endif
                    fi
                :: else
                fi;
                i = 1;
                do
                :: i <= top -> if :: taken[i] -> outbox[i] = 0 :: else fi; i++
                :: else -> break
                od
            fi;
            i = 1;
            do
            :: i <= top -> taken[i] = 0; i++
            :: else -> break
            od;
            top = 0; known = 0; i = 0;
            CHECK
       }
    od
}

#ifdef NO_FENCE
#define MINE (row)
#else
#define MINE (row && lease == mine)
#endif

active [2] proctype Worker() {
    byte mine, seen;
end:do
    :: atomic {                                             /* claim */
            row && due && seq < LEASES ->
            seq++;
#ifdef LEASES_REPEAT
            lease = 1;
#else
            lease = seq;
#endif
            mine = lease; due = false; holder = _pid; gone[mine] = false
#ifdef ACK_FIRST
            ; sent = MAX(sent, want)
#endif
       }
       if
       :: atomic { kills < 2 -> kills++; gone[mine] = true; goto next }
       :: seen = rev                                        /* reads what is true now */
       fi;
       if
       :: atomic { kills < 2 -> kills++; gone[mine] = true; goto next }
       :: atomic { failures < 1 ->                          /* the receiver refuses: a last attempt, or not */
            failures++;
            if
            :: MINE ->
                assert(holder == _pid);
#ifdef FAIL_DELETES
                row = false
#else
                if
                :: lease = 0; due = true
                :: row = false; dead = true; deadWant = want
                fi
#endif
            :: else
            fi;
            CHECK; goto next }
       :: told = MAX(told, seen)                            /* sends */
       fi;
       if
       :: atomic { kills < 2 -> kills++; gone[mine] = true }
       :: atomic {                                          /* acknowledges */
            if
            :: MINE ->
                assert(holder == _pid);
                assert(seen >= sent);
#ifdef ACK_NOW
                seen = rev;
#endif
#ifndef NOT_MARKED
                sent = MAX(sent, seen);
#endif
                if
#ifdef DROP_NEWER
                :: true -> row = false
#else
                :: want <= seen -> row = false
                :: else -> lease = 0; due = true
#endif
                fi;
                dead = false; deadWant = 0
            :: else                                         /* somebody else tells it */
            fi;
            CHECK }
       fi;
next:  atomic { mine = 0; seen = 0 }
    od
}

/* Leases end by the database's clock, for dead workers and sometimes for slow ones. */
active proctype Clock() {
end:do
#ifndef LEASES_STAY
    :: atomic { row && !due && lease > 0 && gone[lease] -> due = true }
#endif
    :: atomic { row && !due && lease > 0 && !gone[lease] && late < 2 -> late++; due = true }
    od
}

/* noonish push retry */
active proctype Operator() {
end:do
    :: atomic { dead ->
            if :: !row -> row = true; want = deadWant; lease = 0; due = true
               :: else -> want = MAX(want, deadWant) fi;
            dead = false; deadWant = 0; CHECK }
    od
}

/* At rest no process can act. Every run gets there, because faults and edits are limited. */
active proctype Rest() {
    timeout -> assert(edited && sent == rev && told == rev && !row && !dead)
}
