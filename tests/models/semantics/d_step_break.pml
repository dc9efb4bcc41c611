// Loops, breaks and jumps inside a d_step: all of it is one step.
byte x, sum;
active proctype Adds() {
  d_step {
    x = 1;
    do
    :: x > 4 -> break
    :: sum > 9 -> goto done
    :: else -> sum = sum + x; x++
    od;
    sum = sum + 100;
done: x = 0
  };
  sum = sum + 1
}
active proctype Looks() { sum > 0; x == 0 }
