/* Two people use one printer: the name and the number of pages are one message. */
mtype = { ada, bob };
chan jobs = [2] of { mtype, byte };

proctype person(mtype name; byte pages) {
    jobs!name, pages
}

active proctype printer() {
    mtype name;
    byte pages;

end:
    do
    :: jobs?name, pages ->
        assert(name == ada || name == bob);
        assert(pages == 10 || pages == 20)
    od
}

init {
    atomic {
        run person(ada, 10);
        run person(bob, 20)
    }
}
