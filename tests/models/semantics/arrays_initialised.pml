// Arrays can start with one value for all elements, or with a list.
byte a[3] = 7, b[3] = { 1, 2, 3 }; short c[2] = -1; bit d[4];
init {
  byte e[2] = { 5, 6 }; byte f[2] = 4; byte i, sum;
  for (i in b) { sum = sum + b[i] * a[i] };
  assert(sum == 42); assert(e[1] + f[1] == 10); d[3] = 2 + c[0]; assert(d[3] == 1);
  a[b[0]] = b[a[2] - 5]
}
