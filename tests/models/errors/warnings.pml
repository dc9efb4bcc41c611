chan never_read = [1] of { byte };      //~ W707
chan never_sent = [1] of { byte };      //~ W708
chan balanced = [1] of { byte };
byte unused;                            //~ W709
byte list[2];

active proctype P() {
    byte x;
    never_read!1;
    never_sent?x;
    balanced!x;
    balanced?x;
    list[2] = 1;                        //~ W703
    x = 4294967296;                     //~ W701
    do
    :: x > 0 -> x--
    od;
    x = 9                               //~ W706
}
