// A hidden variable has a value, but states that differ only in it are the same.
hidden byte scratch;
show byte x;
active [2] proctype Works() { d_step { scratch = _pid + 1; x = scratch * 2; scratch = 0 }; x > 1 }
