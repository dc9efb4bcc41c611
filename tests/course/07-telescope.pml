/* Exercise 7.  Two astronomers share a telescope.  Let them take turns, so that each looks again and again, whatever
   the scheduler does: without any assumption about fairness. */
byte turn = 0;
bool looking[2];

active [2] proctype astronomer() {
    do
    :: turn == _pid ->
        looking[_pid] = true;
        looking[_pid] = false;
        turn = 1 - _pid
    od
}

/* -- what is asked; nothing below has to change ---------------------------------------------- */
ltl one_at_a_time { [](!(looking[0] && looking[1])) }
ltl first_looks { []<>looking[0] }
ltl second_looks { []<>looking[1] }
