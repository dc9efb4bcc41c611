// Looking into a channel: `?<>` and `??<>` copy and leave the message, `?[]` and `??[]` only answer.
chan c = [3] of { byte, bit };
byte a, b;
active proctype Sends() { c!1,0; c!2,1; c!3,1 }
active proctype Looks() {
  c?<a,0>; c??<b,1>; c??[3,1]; !c?[3,1];
  c?a,_; c?<eval(a + 1),1>; c?[b,1] -> c?2,1; c?[3,_]; c?b,_
}
