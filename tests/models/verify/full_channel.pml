/* Both sides send twice before they receive, but each channel takes one message. */
chan there = [1] of { byte };
chan back = [1] of { byte };

active proctype Left() {
    byte answer;
    there!1;
    there!2;
    back?answer;
    back?answer;
}

active proctype Right() {
    byte question;
    back!1;
    back!2;
    there?question;
    there?question;
}
