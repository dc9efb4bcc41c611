/* A server that waits for ever at an end label is no deadlock. */
chan ask = [0] of { byte };
byte served;
active proctype server() {
end:
    do
    :: ask?_ -> served++
    od
}
active [3] proctype client() { ask!_pid }
