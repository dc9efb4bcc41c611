/* A channel longer than a byte counts: its length is checked where it is an index. */
chan q = [300] of { byte };
byte a[256];
init { do :: len(q) < 280 -> q!1 :: else -> break od; a[len(q)] = 1 }
