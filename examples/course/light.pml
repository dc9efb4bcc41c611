/* A pedestrian presses a button; the light decides what comes next. */
bool pressed = false;
bool walk = false;

active proctype pedestrian() {
    do
    :: !pressed ->
        pressed = true
    od
}

active proctype light() {
    do
    :: pressed ->
        walk = true;
        pressed = false;
        walk = false
    :: true ->
        skip /* cars go on */
    od
}

ltl answered { [](pressed -> <>walk) }
