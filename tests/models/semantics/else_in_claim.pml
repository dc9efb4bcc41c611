// The claim goes by the same rule.
byte x, z;
active proctype Changes() { do :: z = 1 - z :: x = 1 - x od }
never { do :: if :: else -> skip :: z == 1 -> skip; skip fi :: x == 1 -> break od }
