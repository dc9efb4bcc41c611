mtype = { PREPARE, YES, NO, COMMIT, ABORT, DONE };

#define PARTICIPANTS 3

chan to_part[PARTICIPANTS] = [2] of { mtype };
chan to_coord = [PARTICIPANTS] of { mtype, byte };

active proctype Coordinator()
{
	byte i, yes, answers;
	mtype v;
	byte who;

again:
	yes = 0; answers = 0;
	i = 0;
	do
	:: i < PARTICIPANTS -> to_part[i]!PREPARE; i++
	:: else -> break
	od;
	do
	:: answers < PARTICIPANTS ->
		to_coord?v, who;
		answers++;
		if
		:: v == YES -> yes++
		:: else
		fi
	:: else -> break
	od;
	i = 0;
	do
	:: i < PARTICIPANTS ->
		if
		:: yes == PARTICIPANTS -> to_part[i]!COMMIT
		:: else -> to_part[i]!ABORT
		fi;
		i++
	:: else -> break
	od;
	i = 0;
	do
	:: i < PARTICIPANTS -> to_coord?DONE, who; i++
	:: else -> break
	od;
	goto again
}

active [PARTICIPANTS] proctype Participant()
{
	byte me = _pid - 1;
	do
	:: to_part[me]?PREPARE ->
		if
		:: to_coord!YES, me
		:: to_coord!NO, me
		fi
	:: to_part[me]?COMMIT -> to_coord!DONE, me
	:: to_part[me]?ABORT -> to_coord!DONE, me
	od
}
