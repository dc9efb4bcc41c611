/* A thermostat: what it is told is clamped, and it switches with hysteresis.
   The environment sends any number as a temperature and as a goal.  `--method optimised` does not know what tests teach
   about them, and finds violations that no environment causes. */
mtype = { temperature, goal, mode };
#define LOW 5
#define HIGH 30
#define BURNING 90

chan op = [2] of { mtype, byte };
env op ? temperature, goal, mode;
env chan burner = [1] of { bit };

active proctype Thermostat()
{
    byte want = 20, now, level;
    bit heating;
    do
    :: op ? goal(want) ->
        if
        :: want > HIGH -> want = HIGH
        :: want < LOW -> want = LOW
        :: else
        fi;
        assert(LOW <= want && want <= HIGH)
    :: op ? temperature(now) ->
        if
        :: now >= BURNING ->                /* the sensor is broken: off */
            now = BURNING;
            heating = 0
        :: else ->
            assert(now < BURNING);
            if
            :: now + 1 < want -> heating = 1
            :: now > want + 1 -> heating = 0
            :: else                         /* in between it stays as it is */
            fi
        fi;
        assert(now <= BURNING);
        burner ! heating
    :: op ? mode(level) ->
        if
        :: level == 0 -> want = LOW
        :: level == 1 -> want = 20
        :: level == 2 -> want = HIGH
        :: level > 2 -> skip                /* unknown: ignored */
        fi;
        assert(want != 0)
    od
}
