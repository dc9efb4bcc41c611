/* Letters by post: the model is this file, and what it includes. */
#include "letters.h"
#include "box.h"

active proctype writer() {
    byte number = 0;

    do
    :: number < LETTERS ->
        post(number);
        number++
    :: else ->
        break
    od
}

active proctype reader() {
    byte number, expected = 0;

end:
    do
    :: box?letter(number) ->
        assert(number == expected);
        expected++
    od
}
