/* One program for each process.  The first program makes the shared memory, starts the others and waits for them.
 *
 * Each program has its own copy of the global variables: those that it has changed it copies to the shared block when it
 * gives the turn away, and from there those that others have changed when it gets the turn.
 */
#define _GNU_SOURCE /* for memory without a name, where available */
#include "world.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static char directory[4096]; /* where the other programs are */
static sem_t children;

static char *shared_global(size_t *offset, int place)
{
    char *at = (char *)ps_world + ps_world->globals_at + *offset;
    *offset += ps_the_model->globals[place].size;
    return at;
}

static long seen = -1; /* the last change that this program knows of */

/* What others have changed since; at the beginning, everything. */
static void copy_from_block(void)
{
    size_t offset = 0;
    if (seen == ps_world->last_change)
        return;
    for (int place = 0; place < ps_the_model->global_count; place++) {
        const ps_global *global = &ps_the_model->globals[place];
        const char *shared = shared_global(&offset, place);
        if (seen < 0 || (!global->once && ps_changes()[place] > seen))
            memcpy(global->at, shared, global->size);
    }
    seen = ps_world->last_change;
}

static void copy_to_block(bool all)
{
    size_t offset = 0;
    long change = ps_world->last_change + 1;
    for (int place = 0; place < ps_the_model->global_count; place++) {
        const ps_global *global = &ps_the_model->globals[place];
        char *shared = shared_global(&offset, place);
        if ((global->once && !all) || memcmp(shared, global->at, global->size) == 0)
            continue;
        memcpy(shared, global->at, global->size);
        ps_changes()[place] = seen = ps_world->last_change = change;
    }
}

void ps_backend_take(void)
{
    copy_from_block();
}

void ps_backend_give(void)
{
    copy_to_block(false);
    if (!ps_flush_output())
        ps_world->unwritten = true;
}

static void start_own_process(int pid);
static bool starts_own; /* a program that joins is the one that it starts */

/* Only the first program starts others: it is asked to. */
void ps_backend_start(int pid)
{
    bool own = starts_own;
    if (own)
        start_own_process(pid);
    ps_world->wanted = pid;
    sem_post(&ps_world->over);
    if (own)
        ps_wait_for(&ps_world->joining_turn); /* until the first program has noticed */
}

static void map_block(int block)
{
    void *memory = mmap(NULL, ps_world_size(ps_the_model), PROT_READ | PROT_WRITE, MAP_SHARED, block, 0);
    if (memory == MAP_FAILED)
        ps_fault(NULL, "cannot map shared memory: %s", strerror(errno));
    ps_world = memory;
}

/* -- the first program --------------------------------------------------------------------------- */

/* The other programs inherit the block: it needs no name, and nothing is left of it, however this ends. */
static int new_block(void)
{
#ifdef MFD_CLOEXEC
    return memfd_create("penstock", 0);
#else
    char name[64];
    snprintf(name, sizeof name, "/penstock-%ld", (long)getpid());
    shm_unlink(name); /* left by a dead program with the same number */
    int block = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    shm_unlink(name);
    return block;
#endif
}

static int make_block(void)
{
    char number[16];
    int block = new_block();
    if (block < 0 || ftruncate(block, (off_t)ps_world_size(ps_the_model)) != 0 || fcntl(block, F_SETFD, 0) < 0)
        ps_fault(NULL, "cannot make shared memory: %s", strerror(errno));
    map_block(block);
    ps_world_begin(ps_world, ps_the_model, true);
    snprintf(number, sizeof number, "%d", block);
    setenv("PENSTOCK_WORLD", number, 1);
    return block;
}

static void find_directory(const char *below)
{
    char path[4000];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    snprintf(directory, sizeof directory, "%s%s", length > 0 ? dirname(path) : ".", below);
}

/* A program that joined and ends before its process does takes all others with it. */
static void *watch_joined_program(void *given)
{
    const struct record *record = given;
    int program = record->system_pid;
    ps_await_end(-program);
    if (record->status != PS_FINISHED && record->system_pid == program) {
        fprintf(stderr, "error: program %d has ended in the middle of its process\n", -program);
        ps_decide(PS_FAILED);
    }
    return NULL;
}

static void accept_joined_program(int pid)
{
    pthread_t watching;
    if (pthread_create(&watching, NULL, watch_joined_program, &ps_world->records[pid]) == 0)
        pthread_detach(watching);
    sem_post(&ps_world->joining_turn);
}

static void spawn(int pid)
{
    char path[4200], number[16];
    const char *name = ps_the_model->proctypes[ps_world->records[pid].proctype].name;
    pid_t started;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    snprintf(number, sizeof number, "%d", pid);
    setenv("PENSTOCK_PROCESS", number, 1);
    char *words[] = {path, NULL};
    int problem = posix_spawn(&started, path, NULL, NULL, words, environ);
    if (problem != 0) {
        fprintf(stderr, "error: cannot start `%s`: %s\n", path, strerror(problem));
        ps_stop(PS_FAILED);
        return;
    }
    sem_post(&children);
}

/* A program that ends in an unusual way takes all others with it.
 *
 * C code of the specification may end one in the middle of its process.  The record of a process does not tell: it may
 * belong to another one by now.  But then more programs have ended than have said that they are done.
 */
static void *reap_programs(void *unused)
{
    for (int ended_well = 0;;) {
        int status;
        ps_wait_for(&children);
        pid_t ended = waitpid(-1, &status, 0);
        bool well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
        if (ended < 0 || (well && ++ended_well <= atomic_load(&ps_world->programs_done)))
            continue;
        if (WIFSIGNALED(status) && atomic_load(&ps_world->outcome) == PS_GOING_ON)
            fprintf(stderr, "error: program %ld was ended by signal %d\n", (long)ended, WTERMSIG(status));
        ps_decide(well ? PS_ENDED : PS_FAILED);
        return unused;
    }
}

static void end_all(void)
{
    for (int pid = 0; pid < ps_world->alive; pid++)
        if (ps_world->records[pid].status != PS_FINISHED && ps_world->records[pid].system_pid > 0)
            kill(ps_world->records[pid].system_pid, SIGKILL);
}

/* Start what is asked for, until the end. */
static int serve_start_requests(void)
{
    for (;;) {
        ps_wait_for(&ps_world->over);
        int wanted = ps_world->wanted;
        if (atomic_load(&ps_world->outcome) != PS_GOING_ON)
            break;
        ps_world->wanted = PS_NOBODY;
        if (wanted != PS_NOBODY && ps_world->records[wanted].system_pid < 0)
            accept_joined_program(wanted);
        else if (wanted != PS_NOBODY)
            spawn(wanted);
    }
    enum outcome outcome = ps_conclude();
    end_all();
    bool written = ps_flush_output() && !ps_world->unwritten;
    ps_world->final_status = written || outcome != PS_ENDED ? (int)outcome : PS_FAILED;
    return ps_world->final_status;
}

enum { MOST_WORDS = 64 };

/* What to start: one process with the words of a command line, or all that are active. */
struct beginning {
    int proctype, count;
    char **words;
};

static bool start_with_words(const struct beginning *wanted)
{
    int32_t arguments[MOST_WORDS];
    int count = wanted->count < MOST_WORDS ? wanted->count : MOST_WORDS;
    for (int place = 0; place < count; place++)
        if (!ps_word_value(wanted->words[place], &arguments[place])) {
            fprintf(stderr, "error: `%s` is neither a number nor a global variable\n", wanted->words[place]);
            return false;
        }
    ps_start_process(NULL, wanted->proctype, count, arguments);
    return true;
}

/* The beginning is a thread of its own, since starting a process means asking this program. */
static void *begin_world(void *given)
{
    const struct beginning *wanted = given;
    if (wanted->proctype >= 0 && !start_with_words(wanted))
        ps_decide(PS_FAILED);
    for (int proctype = 0; wanted->proctype < 0 && proctype < ps_the_model->proctype_count; proctype++)
        for (int instance = 0; instance < ps_the_model->proctypes[proctype].instances; instance++)
            ps_start_process(NULL, proctype, 0, NULL);
    ps_pass_turn();
    return NULL;
}

static int launch(const ps_model *model, struct beginning *wanted)
{
    pthread_t beginning, reaping;
    sem_init(&children, 0, 0);
    int block = make_block();
    ps_open_trace(true);
    model->begin_program();
    model->begin();
    copy_to_block(true);
    if (wanted->proctype >= 0)
        ps_open_world(block);
    if (pthread_create(&reaping, NULL, reap_programs, NULL) != 0 ||
        pthread_create(&beginning, NULL, begin_world, wanted) != 0)
        ps_fault(NULL, "cannot start a thread");
    pthread_detach(reaping);
    pthread_detach(beginning);
    return serve_start_requests();
}

int ps_main(const ps_model *model)
{
    static struct beginning all = {-1, 0, NULL};
    ps_the_model = model;
    find_directory("/programs");
    return launch(model, &all);
}

/* -- the other programs ---------------------------------------------------------------------------- */

static void (*own_body)(ps_process *me);
static pthread_t own_thread;

static void *run_own_process(void *given)
{
    ps_process *me = ps_new_process((int)((struct record *)given - ps_world->records));
    own_body(me);
    ps_end(me);
    ps_free_process(me);
    return NULL;
}

static void start_own_process(int pid)
{
    starts_own = false; /* processes that its process runs are started by the first program */
    ps_world->records[pid].system_pid = -(int)getpid();
    if (pthread_create(&own_thread, NULL, run_own_process, &ps_world->records[pid]) != 0)
        ps_fault(NULL, "cannot start a thread");
}

static atomic_bool begun; /* whether the process of this program is part of the world that it joins */
static char **own_words;

/* When the first program ends, everything does; a program that came too late to take part begins again. */
static void *end_with_world(void *unused)
{
    ps_await_end(ps_world->first_program);
    if (!atomic_load(&begun) && ps_world->final_status == PS_ENDED)
        execv("/proc/self/exe", own_words);
    int status = ps_world->final_status >= 0 ? ps_world->final_status : PS_FAILED;
    _exit(ps_flush_output() || status != PS_ENDED ? status : PS_FAILED);
    return unused;
}

static int join_world(const ps_model *model, struct beginning *wanted, int block)
{
    struct stat found;
    pthread_t watching;
    if (fstat(block, &found) != 0 || (size_t)found.st_size != ps_world_size(model))
        ps_fault(NULL, "other programs are running here that were built from another model");
    map_block(block);
    close(block);
    if (pthread_create(&watching, NULL, end_with_world, NULL) != 0)
        ps_fault(NULL, "cannot start a thread");
    pthread_detach(watching);
    ps_open_trace(false);
    model->begin_program();
    ps_await_joining_turn();
    copy_from_block();
    starts_own = true;
    bool started = start_with_words(wanted);
    atomic_store(&begun, true);
    ps_pass_turn();
    if (!started)
        return PS_FAILED;
    pthread_join(own_thread, NULL);
    return ps_flush_output() ? PS_ENDED : PS_FAILED;
}

static int start_by_hand(const ps_model *model, int proctype, int count, char **words)
{
    static struct beginning one;
    one.proctype = proctype;
    one.count = count > 1 ? count - 1 : 0;
    one.words = words + 1;
    own_words = words;
    ps_the_model = model;
    find_directory("");
    int block = ps_find_world(directory);
    return block == PS_NOBODY ? launch(model, &one) : join_world(model, &one, block);
}

/* The first program may be ended in a way that leaves its children running, or may have ended already. */
static void end_with_first_program(void)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != (pid_t)ps_world->first_program || atomic_load(&ps_world->outcome) != PS_GOING_ON)
        exit(PS_FAILED);
}

int ps_program(const ps_model *model, int proctype, void (*body)(ps_process *me), int count, char **words)
{
    const char *block = getenv("PENSTOCK_WORLD"), *number = getenv("PENSTOCK_PROCESS");
    if (block == NULL || number == NULL) {
        own_body = body;
        return start_by_hand(model, proctype, count, words);
    }
    ps_the_model = model;
    map_block(atoi(block));
    close(atoi(block));
    ps_world->records[atoi(number)].system_pid = (int)getpid();
    end_with_first_program();
    ps_open_trace(false);
    model->begin_program();
    copy_from_block();
    ps_process *me = ps_new_process(atoi(number));
    unsetenv("PENSTOCK_WORLD"); /* programs started by C code of the specification have worlds of their own */
    unsetenv("PENSTOCK_PROCESS");
    body(me);
    ps_end(me);
    ps_free_process(me);
    atomic_fetch_add(&ps_world->programs_done, 1);
    return 0;
}
