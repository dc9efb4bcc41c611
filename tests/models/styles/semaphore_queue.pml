#define P(s) s?1
#define V(s) s!1
chan mutex = [1] of { bit };
chan slots = [3] of { bit };
chan items = [3] of { bit };
byte buffer[3], in_, out_;

active [2] proctype producer() {
	byte v;
	do
	:: P(slots); P(mutex); buffer[in_] = v; in_ = (in_ + 1) % 3; V(mutex); V(items)
	od
}

active [2] proctype consumer() {
	byte v;
	do
	:: P(items); P(mutex); v = buffer[out_]; out_ = (out_ + 1) % 3; V(mutex); V(slots)
	od
}

init { V(mutex); V(slots); V(slots); V(slots) }
