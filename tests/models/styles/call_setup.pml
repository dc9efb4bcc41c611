/* Two users, two exchanges: calls collide, are answered, are given up. */
mtype = { offhook, dial, ringing, answer, busy, onhook, setup, alert, connect, release, released };
chan u2x[2] = [2] of { mtype };
chan x2u[2] = [2] of { mtype };
chan trunk[2] = [3] of { mtype };

proctype user(chan out, in)
{
	do
	:: out!offhook; out!dial;
		if
		:: in?ringing -> in?answer
		:: in?busy
		fi;
		out!onhook
	:: in?ringing -> out!answer; in?onhook
	od
}

proctype exchange(chan fromuser, touser, mine, other)
{
idle:	if
	:: fromuser?offhook -> fromuser?dial; other!setup; goto calling
	:: mine?setup -> touser!ringing; other!alert; goto called
	:: mine?release -> other!released; goto idle
	fi;
calling:
	if
	:: mine?alert -> touser!ringing; mine?connect; touser!answer; fromuser?onhook; other!release; mine?released
	:: mine?setup -> touser!busy; fromuser?onhook
	fi;
	goto idle;
called:
	fromuser?answer; other!connect; mine?release; touser!onhook; other!released;
	goto idle
}

init {
	atomic {
		run user(u2x[0], x2u[0]); run user(u2x[1], x2u[1]);
		run exchange(u2x[0], x2u[0], trunk[0], trunk[1]);
		run exchange(u2x[1], x2u[1], trunk[1], trunk[0])
	}
}
