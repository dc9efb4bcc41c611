/* Ten processes whose names begin and end alike: a ring of meetings, with a channel for each of them. */

mtype = { train_is_approaching_the_station, train_has_left_the_station };

chan meeting_of_0_and_1 = [0] of { mtype, byte };
chan meeting_of_1_and_2 = [0] of { mtype, byte };
chan meeting_of_2_and_3 = [0] of { mtype, byte };
chan meeting_of_3_and_4 = [0] of { mtype, byte };
chan meeting_of_4_and_5 = [0] of { mtype, byte };
chan meeting_of_5_and_6 = [0] of { mtype, byte };
chan meeting_of_6_and_7 = [0] of { mtype, byte };
chan meeting_of_7_and_8 = [0] of { mtype, byte };
chan meeting_of_8_and_9 = [0] of { mtype, byte };
chan meeting_of_9_and_0 = [0] of { mtype, byte };

active proctype Arrival_sensor_of_the_eastern_main_line_track_one() {
    byte trains;
    meeting_of_0_and_1!train_is_approaching_the_station(1);
    do
    :: meeting_of_9_and_0?train_is_approaching_the_station(trains) ->
        meeting_of_0_and_1!train_is_approaching_the_station((trains + 1) % 200)
    od
}

active proctype Arrival_sensor_of_the_eastern_main_line_track_two() {
    byte trains;
    do
    :: meeting_of_0_and_1?train_is_approaching_the_station(trains) ->
        meeting_of_1_and_2!train_is_approaching_the_station((trains + 1) % 200)
    od
}

active proctype Arrival_sensor_of_the_western_main_line_track_one() {
    byte trains;
    do
    :: meeting_of_1_and_2?train_is_approaching_the_station(trains) ->
        meeting_of_2_and_3!train_is_approaching_the_station((trains + 1) % 200)
    od
}

active proctype Departure_signal_of_the_eastern_main_line_track_one() {
    byte trains;
    do
    :: meeting_of_2_and_3?train_is_approaching_the_station(trains) ->
        meeting_of_3_and_4!train_is_approaching_the_station((trains + 1) % 200)
    od
}

active proctype Departure_signal_of_the_eastern_main_line_track_two() {
    byte trains;
    do
    :: meeting_of_3_and_4?train_is_approaching_the_station(trains) ->
        meeting_of_4_and_5!train_is_approaching_the_station((trains + 1) % 200)
    od
}

active proctype Departure_signal_of_the_western_main_line_track_one() {
    byte trains;
    do
    :: meeting_of_4_and_5?train_is_approaching_the_station(trains) ->
        meeting_of_5_and_6!train_is_approaching_the_station((trains + 1) % 200)
    od
}

active proctype InterlockingControllerForTheWholeStationArea() {
    byte trains;
    do
    :: meeting_of_5_and_6?train_is_approaching_the_station(trains) ->
        meeting_of_6_and_7!train_is_approaching_the_station((trains + 1) % 200)
    od
}

active proctype InterlockingControllerForTheWholeStationRoof() {
    byte trains;
    do
    :: meeting_of_6_and_7?train_is_approaching_the_station(trains) ->
        meeting_of_7_and_8!train_is_approaching_the_station((trains + 1) % 200)
    od
}

active proctype LevelCrossingBarrierAtTheOldMillRoadNorthSide() {
    byte trains;
    do
    :: meeting_of_7_and_8?train_is_approaching_the_station(trains) ->
        meeting_of_8_and_9!train_is_approaching_the_station((trains + 1) % 200)
    od
}

active proctype LevelCrossingBarrierAtTheOldMillRoadSouthSide() {
    byte trains;
    do
    :: meeting_of_8_and_9?train_is_approaching_the_station(trains) ->
        meeting_of_9_and_0!train_is_approaching_the_station((trains + 1) % 200)
    od
}
