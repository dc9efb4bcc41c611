/* Three permits, and any number of clients that need one for each request. */
mtype = { leave, request, done };
chan permits = [3] of { mtype };
chan requests = [3] of { mtype };
chan log = [4] of { mtype };

active proctype Keeper() {
	permits!leave; permits!leave; permits!leave;
	do
	:: requests?request -> permits!leave
	od
}

active [4] proctype Client() {
	log!done;
	do
	:: permits?leave -> requests!request
	od
}

active proctype Reader() {
	do
	:: log?done
	od
}
