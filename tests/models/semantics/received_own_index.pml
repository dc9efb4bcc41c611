// The fields of a message are assigned from left to right.
chan c = [1] of { byte, byte };
byte a[3], i;
init { c!2,7; c?i,a[i]; assert(i == 2 && a[2] == 7); c!1,9; c?i,a[0]; assert(a[0] == 9) }
