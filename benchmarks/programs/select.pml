/* A process waits for a message in any of 64 channels; another one fills them in turn. */
#ifndef TIMES
#define TIMES 1
#endif
#define MESSAGES (200000 * TIMES)
#define BOXES 64
chan box[BOXES] = [1] of { int };
active proctype source() {
    int i;
    do
    :: i < MESSAGES -> box[i % BOXES]!i; i++
    :: else -> break
    od
}
active proctype sink() {
    int n, got;
    do
    :: box[0]?n -> got++
    :: box[1]?n -> got++
    :: box[2]?n -> got++
    :: box[3]?n -> got++
    :: box[4]?n -> got++
    :: box[5]?n -> got++
    :: box[6]?n -> got++
    :: box[7]?n -> got++
    :: box[8]?n -> got++
    :: box[9]?n -> got++
    :: box[10]?n -> got++
    :: box[11]?n -> got++
    :: box[12]?n -> got++
    :: box[13]?n -> got++
    :: box[14]?n -> got++
    :: box[15]?n -> got++
    :: box[16]?n -> got++
    :: box[17]?n -> got++
    :: box[18]?n -> got++
    :: box[19]?n -> got++
    :: box[20]?n -> got++
    :: box[21]?n -> got++
    :: box[22]?n -> got++
    :: box[23]?n -> got++
    :: box[24]?n -> got++
    :: box[25]?n -> got++
    :: box[26]?n -> got++
    :: box[27]?n -> got++
    :: box[28]?n -> got++
    :: box[29]?n -> got++
    :: box[30]?n -> got++
    :: box[31]?n -> got++
    :: box[32]?n -> got++
    :: box[33]?n -> got++
    :: box[34]?n -> got++
    :: box[35]?n -> got++
    :: box[36]?n -> got++
    :: box[37]?n -> got++
    :: box[38]?n -> got++
    :: box[39]?n -> got++
    :: box[40]?n -> got++
    :: box[41]?n -> got++
    :: box[42]?n -> got++
    :: box[43]?n -> got++
    :: box[44]?n -> got++
    :: box[45]?n -> got++
    :: box[46]?n -> got++
    :: box[47]?n -> got++
    :: box[48]?n -> got++
    :: box[49]?n -> got++
    :: box[50]?n -> got++
    :: box[51]?n -> got++
    :: box[52]?n -> got++
    :: box[53]?n -> got++
    :: box[54]?n -> got++
    :: box[55]?n -> got++
    :: box[56]?n -> got++
    :: box[57]?n -> got++
    :: box[58]?n -> got++
    :: box[59]?n -> got++
    :: box[60]?n -> got++
    :: box[61]?n -> got++
    :: box[62]?n -> got++
    :: box[63]?n -> got++
    :: got == MESSAGES -> break
    od
}
