/* Mail: queues between a sender, a relay that retries, and a mailbox that may be full. */
mtype = { mail, deferred, delivered, bounce };
chan submit = [3] of { mtype, byte };
chan relay_q = [3] of { mtype, byte };
chan mailbox = [3] of { byte };
chan notices = [3] of { mtype, byte };

active proctype author()
{
	byte n, id;
	mtype m;
	do
	:: n < 3 -> submit!mail, n; n++
	:: n == 3 -> notices?m, id; n--
	od
}

active proctype relay()
{
	byte id;
	do
	:: submit?mail, id ->
		if
		:: mailbox!id; notices!delivered, id
		:: relay_q!deferred, id
		fi
	:: relay_q?deferred, id ->
		if
		:: mailbox!id; notices!delivered, id
		:: notices!bounce, id
		:: relay_q!deferred, id
		fi
	od
}

active proctype reader()
{
	byte id;
	do
	:: mailbox?id
	od
}
