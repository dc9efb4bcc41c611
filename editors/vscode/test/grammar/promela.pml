// SYNTAX TEST "source.promela" "Promela, as it is coloured"

#define TWICE(x) x + \
// <------- keyword.control.directive.define.promela
//      ^^^^^ entity.name.function.preprocessor.promela
    x
#include "lib.pml"
// <-------- keyword.control.directive.include.promela
//       ^^^^^^^^^ string.quoted.include.promela
#ifdef TWICE
// <------ keyword.control.directive.conditional.promela
#endif

mtype = { request, /* why */ answer };
// <----- storage.type.promela
//        ^^^^^^^ constant.other.mtype.promela
//                 ^^^^^^^^^ comment.block.promela
//                           ^^^^^^ constant.other.mtype.promela
mtype : colour = { red };
//      ^^^^^^ entity.name.type.enum.promela
//                 ^^^ constant.other.mtype.promela
chan line = [2] of { mtype, byte };
// <---- storage.type.promela
//           ^ constant.numeric.promela
//              ^^ storage.modifier.promela
//                   ^^^^^ storage.type.promela
env line ? request;
// <--- storage.modifier.promela

typedef Frame { bit number; byte data[4] }
//      ^^^^^ entity.name.type.struct.promela
inline swap(a, b) { skip }
// <------ storage.type.inline.promela
//     ^^^^ entity.name.function.inline.promela
//                  ^^^^ constant.language.promela

active [2] proctype station(byte me) provided (me > 0) {
// <------ storage.modifier.promela
//         ^^^^^^^^ storage.type.process.promela
//                  ^^^^^^^ entity.name.type.process.promela
//                                   ^^^^^^^^ keyword.control.promela
    timer t;
//  ^^^^^ storage.type.promela
end_here:
// <-------- entity.name.label.special.promela
    do
//  ^^ keyword.control.promela
    :: line ! request, me
//  ^^ keyword.control.promela
//          ^ keyword.operator.channel.promela
    :: line ?? answer, _ -> goto again
//          ^^ keyword.operator.channel.promela
//                     ^ variable.language.promela
//                       ^^ keyword.operator.arrow.promela
//                          ^^^^ keyword.control.goto.promela
//                               ^^^^^ entity.name.label.promela
    :: me != 3 && !(me == 4) -> swap(me, me)
//        ^^ keyword.operator.comparison.promela
//             ^^ keyword.operator.logical.promela
//                              ^^^^ entity.name.function.promela
    :: else -> set(t, 5); break
//     ^^^^ keyword.control.promela
//             ^^^ support.function.timer.promela
//                        ^^^^^ keyword.control.promela
    od;
again:
// <----- entity.name.label.promela
    c_code { if (x) { y = "}"; } /* } */ now.z++; };
//  ^^^^^^ keyword.other.embedded.promela
//           ^^ source.c
//                                       ^^^ source.c
    set = 3;
//  ^^^ - support.function.timer.promela
    printf("%d\n", 'a');
//  ^^^^^^ support.function.promela
//          ^^ constant.other.placeholder.promela
//                 ^^^ string.quoted.single.promela
    run station(_pid)
//  ^^^ keyword.operator.run.promela
//      ^^^^^^^ entity.name.type.process.promela
//              ^^^^ variable.language.promela
}

ltl fine { [] (line ?[request] -> <> station[0]@again) && (p U q) }
// <--- storage.type.formula.promela
//  ^^^^ entity.name.function.formula.promela
//         ^^ keyword.operator.temporal.promela
//                                ^^ keyword.operator.temporal.promela
//                                              ^^^^^ entity.name.label.promela
//                                                           ^ keyword.operator.temporal.promela
byte U;
//   ^ - keyword.operator.temporal.promela
