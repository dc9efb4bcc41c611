chan line = [2] of { byte };

#ifdef FORBIDDEN
notrace { line!1; line!2; }
#else
trace { do :: line!1; line!2; od; }
#endif

active proctype Sender() {
    line!1;
    line!NEXT;
}
