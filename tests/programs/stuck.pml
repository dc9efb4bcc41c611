/* Both wait for the other. */
chan a = [0] of { byte };
chan b = [1] of { byte };
byte flag;
active proctype left() { a!1; b?_ }
active proctype right() { flag == 3; a?_; b!1 }
