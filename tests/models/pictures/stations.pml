/* Ten stations with long names pass requests on to a server of their own, and one of them reports. */

mtype = { request_for_transmission, grant_of_transmission, measurement_with_checksum, end_of_transmission };

chan to_central_dispatcher = [4] of { mtype, byte, short };
chan answer_to_station[9] = [1] of { mtype, byte };

proctype Station_with_a_rather_long_name_in_the_northern_district(byte own_number; short first_measurement) {
    short measured = first_measurement;
    byte granted;

    do
    :: to_central_dispatcher!request_for_transmission(own_number, measured) ->
        answer_to_station[own_number]?grant_of_transmission(granted);
        to_central_dispatcher!measurement_with_checksum(own_number, measured * 2);
        measured = measured + own_number;
        to_central_dispatcher!end_of_transmission(own_number, 0)
    od
}

active proctype Central_dispatcher_of_the_northern_and_the_southern_district() {
    byte station;
    short value;
    byte n = 0;

    atomic {
        do
        :: n < 9 -> run Station_with_a_rather_long_name_in_the_northern_district(n, 100 + n); n++
        :: else -> break
        od
    }
    do
    :: to_central_dispatcher?request_for_transmission(station, value) ->
        answer_to_station[station]!grant_of_transmission(station)
    :: to_central_dispatcher?measurement_with_checksum(station, value) ->
        printf("the measurement of station %d is %d, and it is stored\n", station, value)
    :: to_central_dispatcher?end_of_transmission(station, value)
    od
}
