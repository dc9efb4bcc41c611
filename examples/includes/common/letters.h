mtype = { letter };

#ifndef LETTERS
#define LETTERS 3
#endif
