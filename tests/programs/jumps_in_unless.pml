/* A jump is a step where `unless` can be left: after the send the escape comes first. */
chan q = [1] of { byte };
active proctype p() {
    {
        if
        :: q!1 -> goto after
        fi
    } unless { q?1 -> printf("left\n") };
    printf("went on\n");
after:
    skip
}
