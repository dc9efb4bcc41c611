/* Two people use one printer: first the name, then the number of pages. */
mtype = { ada, bob };
chan jobs = [2] of { byte };

proctype person(mtype name; byte pages) {
    jobs!name;
    jobs!pages
}

active proctype printer() {
    byte name, pages;

end:
    do
    :: jobs?name ->
        jobs?pages;
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
