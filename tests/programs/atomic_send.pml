/* An atomic sequence goes on with its send if somebody stands where it can receive, be it that he had no turn yet. */
chan c = [0] of { byte }; chan q = [1] of { byte }; byte x, y;
active proctype A() { atomic { x = 1; c!1; x = x * 2; q!4; q!5; x = x + 1 } }
active proctype B() { atomic { c?_; y = x; q?y; y = y + x } ; atomic { q?5; y++ } }
active proctype C() { atomic { (x > 0); x = x + 10; (y > 3); x = x + 20 } }
