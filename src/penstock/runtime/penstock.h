/* Penstock's runtime: what generated programs call, besides statements. */
#ifndef PENSTOCK_H
#define PENSTOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef const char *ps_place; /* where a statement stands, and what it says */
#define PS_PLACE(text) (text)
#include "statements.h"

void ps_log_step(const ps_process *me, ps_place place);
void ps_log_value(const ps_process *me, const char *name, int32_t value);
#include "quick.h"

/* A global variable, for programs that share it by copying; once: only when a program starts. */
typedef struct {
    const char *name;
    void *at;
    size_t size;
    bool once;
} ps_global;

/* A whole model; `begin` makes the global channels, `begin_program` is done in every program, `show` writes the global
 * variables. */
typedef struct {
    const char *file;
    const char *fingerprint;
    const char *mailbox; /* how the names of those channels end that stand for their processes; NULL: there are none */
    const ps_proctype *proctypes;
    int proctype_count;
    int most_options;
    int most_fields;
    size_t global_cells;
    size_t local_cells;
    enum ps_choice choice;
    int64_t tick; /* how long a tick of the model's clock takes, in nanoseconds; 0 if time does not matter */
    void (*begin)(void);
    void (*begin_program)(void);
    void (*show)(FILE *out);
    const ps_global *globals;
    int global_count;
    int loop_count;               /* 0: one loop, or none */
    const unsigned char *loop_of; /* of each process that is there from the start, its loop */
} ps_model;

/* Where there are several loops: a process is started on one of them; a channel leads from one to another. */
int32_t ps_create_on(ps_process *me, int loop, int proctype, int count, const int32_t *arguments);
void ps_lead(int channel, int from, int to);

/* Reports. */
void ps_print(const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 1, 2)))
#endif
    ;
void ps_assert(ps_process *me, ps_place place, bool holds);
_Noreturn void ps_fault(const ps_process *me, const char *format, ...);

/* The command line, for C of the specification. */
extern int ps_word_count;
extern char **ps_words;

/* Runs a model; the value is the exit status: 0 it ended, 1 an assertion failed, 2 an error, 3 a deadlock. */
int ps_main(const ps_model *model);
/* The same for a program that holds one process type only: started by `ps_main`, or by hand with its arguments. */
int ps_program(const ps_model *model, int proctype, void (*body)(ps_process *me), int count, char **words);

#endif
