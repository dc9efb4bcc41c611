// Records in records, arrays of them, and records sent as messages.
typedef Inner { byte low; bit flags[2] };
typedef Outer { Inner one; Inner two[2]; short far };
Outer g[2];
chan c = [1] of { byte, Inner };
active proctype Writes() {
  Inner i; Outer o;
  g[1].two[1].flags[0] = 3; g[0].one.low = g[1].two[1].flags[0] + 255;
  i.low = 4; i.flags[1] = 1; c!9,i;
  o.two[0].low = 2; g[o.two[0].low - 1].far = -g[0].one.low - 1
}
active proctype Reads() { Inner i; c?9,i; g[0].two[0].low = i.low + i.flags[1] }
