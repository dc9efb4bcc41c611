/* A broker with topics: subscribers register, publishers wait for the broker's receipt. */
mtype = { SUB, UNSUB, PUB, OK, EVENT };
chan broker = [4] of { mtype, byte, chan };

proctype Broker() {
	chan subs[2];
	bool has[2];
	chan c;
	byte topic;
	do
	:: broker?SUB(topic, c) -> subs[topic] = c; has[topic] = true; c!OK(topic)
	:: broker?UNSUB(topic, c) -> has[topic] = false; c!OK(topic)
	:: broker?PUB(topic, c) ->
		if
		:: has[topic] -> subs[topic]!EVENT(topic)
		:: else
		fi;
		c!OK(topic)
	od
}

proctype Subscriber(byte topic) {
	chan mine = [2] of { mtype, byte };
	broker!SUB(topic, mine);
	mine?OK(_);
	do
	:: mine?EVENT(_)
	:: broker!UNSUB(topic, mine);
		do
		:: mine?EVENT(_)
		:: mine?OK(_) -> break
		od;
		break
	od
}

proctype Publisher(byte topic) {
	chan mine = [1] of { mtype, byte };
	do
	:: broker!PUB(topic, mine); mine?OK(_)
	od
}

init {
	run Broker();
	run Subscriber(0); run Subscriber(1);
	run Publisher(0); run Publisher(1)
}
