// positive acknowledgement with retransmission on timeout, lossy medium as a process
mtype { MSG, ACK }
chan s2m = [1] of { mtype, bit };
chan m2r = [1] of { mtype, bit };
chan r2m = [1] of { mtype, bit };
chan m2s = [1] of { mtype, bit };

proctype Sender() {
  bit b = 0;
  bit got;
  do
  :: s2m ! MSG(b) ->
     if
     :: m2s ? ACK(got) ->
        if
        :: (got == b) -> b = 1 - b
        :: else -> skip
        fi
     :: timeout -> skip
     fi
  od
}

proctype Medium() {
  bit b;
  do
  :: s2m ? MSG(b) -> if :: m2r ! MSG(b) :: skip fi
  :: r2m ? ACK(b) -> if :: m2s ! ACK(b) :: skip fi
  od
}

proctype Receiver() {
  bit b, expect = 0;
  do
  :: m2r ? MSG(b) ->
     r2m ! ACK(b);
     if
     :: b == expect -> expect = !expect
     :: else
     fi
  od
}

init { run Sender(); run Medium(); run Receiver() }
