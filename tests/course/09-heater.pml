/* Exercise 9.  A thermostat outside of the model asks for heat.  The burner must rest for two ticks before it is lit
   again, and it is not given the time: repair `heater`. */
mtype = { cold, warm };
env chan thermostat = [1] of { mtype };
bool resting = false;

active proctype heater() {
    timer rest;

off:
    do
    :: thermostat?cold ->
        if
        :: resting
        :: else ->
            break
        fi
    :: thermostat?warm ->
        skip
    :: expire(rest) ->
        resting = false
    od;
    assert(!resting); /* keep this one: the burner is lit here */
    thermostat?warm;
    resting = true;
    set(rest, 2);
    goto off
}
