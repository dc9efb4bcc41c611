/*
 * A file system: clients open, read, write and close; one handle at a time.
 */
mtype = { open, close, read, write, data, done, fail };

#define CLIENTS 2
#define FILES   2

chan request = [CLIENTS] of { mtype, byte, byte };  /* what, client, file */
chan answer[CLIENTS] = [1] of { mtype };
chan disk = [1] of { mtype, byte };
chan disk_done = [1] of { mtype };

byte owner[FILES];

active proctype Disk()
{
	mtype op; byte f;
	do
	:: disk?op, f -> disk_done!done
	od
}

active proctype Server()
{
	mtype op; byte who, f;
	do
	:: request?open, who, f ->
		if
		:: owner[f] == 0 -> owner[f] = who + 1; answer[who]!done
		:: owner[f] != 0 -> answer[who]!fail
		fi
	:: request?close, who, f ->
		assert(owner[f] == who + 1);
		owner[f] = 0;
		answer[who]!done
	:: request?read, who, f ->
		disk!read, f; disk_done?op;
		answer[who]!data
	:: request?write, who, f ->
		disk!write, f; disk_done?op;
		answer[who]!done
	od
}

proctype Client(byte me)
{
	byte f;
start:
	if
	:: f = 0
	:: f = 1
	fi;
	request!open, me, f;
	if
	:: answer[me]?fail -> goto start
	:: answer[me]?done
	fi;
	do
	:: request!read, me, f; answer[me]?data
	:: request!write, me, f; answer[me]?done
	:: break
	od;
	request!close, me, f;
	answer[me]?done;
	goto start
}

init { atomic { run Client(0); run Client(1) } }
