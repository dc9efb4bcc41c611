/* A cash machine, its host, and a card holder who forgets things. */
mtype = { insert, pin, wrong, right, amount, refused, cash, take, eject, retain, verify, good, bad, debit, debited };
chan user2atm = [1] of { mtype };
chan atm2user = [2] of { mtype };
chan atm2host = [1] of { mtype };
chan host2atm = [1] of { mtype };

active proctype User()
{
idle:	user2atm!insert;
enter:	user2atm!pin;
	if
	:: atm2user?wrong -> goto enter
	:: atm2user?retain -> goto idle
	:: atm2user?right
	fi;
	user2atm!amount;
	if
	:: atm2user?refused -> atm2user?eject; goto idle
	:: atm2user?cash -> atm2user?eject; goto idle
	fi
}

active proctype Atm()
{
	byte tries;
idle:	user2atm?insert; tries = 0;
again:	user2atm?pin;
	atm2host!verify;
	if
	:: host2atm?bad ->
		tries++;
		if
		:: tries < 3 -> atm2user!wrong; goto again
		:: else -> atm2user!retain; goto idle
		fi
	:: host2atm?good -> atm2user!right
	fi;
	user2atm?amount;
	atm2host!debit;
	if
	:: host2atm?bad -> atm2user!refused
	:: host2atm?debited -> atm2user!cash
	fi;
	atm2user!eject;
	goto idle
}

active proctype Host()
{
	do
	:: atm2host?verify -> if :: host2atm!good :: host2atm!bad fi
	:: atm2host?debit -> if :: host2atm!debited :: host2atm!bad fi
	od
}
