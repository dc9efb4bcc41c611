mtype = { coin, coffee, tea, cup, refund };
chan slot = [3] of { mtype };
chan tray = [1] of { mtype };
chan button = [1] of { mtype };
byte stock_coffee = 5, stock_tea = 5;

active proctype machine() {
	byte credit_;
	mtype b;
	end: do
	:: slot?coin -> credit_++;
	:: credit_ > 0; button?b ->
		if
		:: b == coffee && stock_coffee > 0 -> stock_coffee--; credit_--; tray!cup
		:: b == tea && stock_tea > 0 -> stock_tea--; credit_--; tray!cup
		:: else -> credit_--; tray!refund
		fi
	od
}

active proctype customer() {
	mtype x;
	do
	:: slot!coin;
		if
		:: button!coffee
		:: button!tea
		fi;
		tray?x
	od
}
