/* Values wrap around, and are cut where they are kept. */
bit one = 1; byte small = 255; short middle = 32767; int large = 2147483647; unsigned few : 3 = 7;
typedef Point { short x; byte y[2] };
Point points[2];
mtype:colour = { red, green };
mtype = { stop, go };
mtype:colour paint = green;
active proctype main() {
    int i = -7;
    one++; small++; middle++; large++; few++;
    printf("%d %d %d %d %d\n", one, small, middle, large, few);
    printf("%d %d %d %d\n", i / 2, i % 3, i >> 1, i << 30);
    points[1].x = 70000; points[1].y[0] = -1;
    printf("%d %d %e %x %u %o %c%%\n", points[1].x, points[1].y[0], paint, -1, -1, 8, 65);
    printf("%d\n", (large * large + i > 0 -> ~i : !i))
}
