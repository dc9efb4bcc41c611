/* The outermost escape goes first, and at every statement. */
byte level, count;
chan alarm = [1] of { byte };
active proctype worker() {
    byte what;
    {
        {
            do
            :: count < 200 -> count++
            od
        } unless {
            level == 1;
            printf("inner\n");
            level = 0;
            do :: level < 3 -> skip od
        }
    } unless {
        alarm?what;
        printf("outer %d\n", what)
    }
}
active proctype boss() {
    count > 10;
    level = 1;
    level == 0;
    alarm!42
}
