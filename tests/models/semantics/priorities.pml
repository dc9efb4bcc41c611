// Only processes of the highest priority that can go on do so.
byte x;
active proctype Low() priority 1 { x = 1; x = 2; set_priority(_pid, 5); x = 3; x = 4 }
active proctype Middle() priority 3 { x == 1; x = 10; set_priority(0, 2); x = 11; x = 12 }
active [2] proctype High() priority 4 { x == 2 -> x = 20 + get_priority(0) }
