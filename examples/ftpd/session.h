/* A session, and the actions of ftpd.pch: each does one thing with one session.
 *
 * Those that may fail return `done` or `failed`.  They leave the text of the reply in `words`, and its code
 * in `problem` if they failed.
 */
#ifndef FTPD_SESSION_H
#define FTPD_SESSION_H

#include <dirent.h>
#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

#include "addresses.h"
#include "convert.h"
#include "lines.h"
#include "listing.h"
#include "paths.h"

enum { WORDS_SIZE = 2 * PATH_SIZE + 64, OUTPUT_SIZE = 4096, NAME_SIZE = 64 };

/* What passes over the data connection. */
enum content { NO_CONTENT, WHOLE_FILE, TEXT, FILE_LIST };

struct session {
    int connection; /* its number among those that are open */
    long number;    /* since the server was started */
    /* the control connection */
    int control;
    address client, own; /* the client's address, and ours as it sees it */
    struct lines lines;
    char *argument; /* of the last command, inside `lines` */
    bool broken;    /* nothing more can be sent */
    bool near;      /* the client is on this machine */
    struct ssl_st *tls; /* if it is protected */
    int receiving;      /* with these flags, and until then: what is behind TLS cannot be told otherwise */
    time_t patience;
    struct helper *helper; /* if they take turns on one processor */
    long quick;          /* how many of the last commands came quickly */
    long commands;  /* how many there were */
    int problem;
    size_t output_size;
    /* the user */
    int wrong_passwords;
    bool known;       /* logged in */
    time_t nameless;  /* since when it is not */
    char user[NAME_SIZE];
    /* the last command, for the log */
    int event;
    long asked_at; /* in milliseconds */
    off_t moved;   /* bytes over the data connection */
    /* transfer parameters */
    bool text, records; /* TYPE A, STRU R */
    off_t restart;      /* of REST */
    /* the data connection */
    int listener, data;
    struct ssl_st *data_tls; /* if it is protected */
    bool only_extended; /* EPSV ALL */
    long told; /* the command at which the client was told the port */
    bool busy; /* the client does other things before the transfer */
    int kept, kept_port;     /* the listener of the last transfer, for use by the next */
    int used[2], used_count; /* to be closed later */
    address target; /* of PORT; no family if there is none */
    /* the content */
    enum content content;
    bool receives, replaces; /* the old content is dropped when the client has connected */
    int file;
    off_t left; /* bytes of the file, as it was when opened */
    time_t latest; /* when the transfer must be over */
    struct converter converter;
    DIR *list;
    enum form form;
    /* long texts last, so that unused pages are not touched */
    char directory[PATH_SIZE];
    char output[OUTPUT_SIZE]; /* replies that are not yet sent */
    char words[WORDS_SIZE];
    char renamed[PATH_SIZE];
    char listed[PATH_SIZE]; /* the directory of a list */
    char about[PATH_SIZE];  /* what the last command is about */
    char prefix[PATH_SIZE]; /* before each name in NLST, or the only name */
};

/* server.c */
bool start_server(void);
int accept_client(int refused, int stopped);
void drop_all_clients(void);
void begin_session(struct session *session, int connection);
void begin_anew(struct session *session); /* as if the client had just come */
void end_session(struct session *session, int connection);
void expect_login(struct session *session); /* soon */
void welcome_user(struct session *session); /* who has logged in, and may take more time */

/* control.c */
int read_command(struct session *session);
void add_reply(struct session *session, int code, const char *words);
void put_line(struct session *session, const char *line); /* one of several that belong to a reply */
void flush(struct session *session);
int receive(struct session *session, int flags); /* read what the client sends; 0, or an error number */
/* Read what the client has sent meanwhile: `aborted` if an ABOR waits, `lost`, or 0. */
int interruption(struct session *session);
int set_words(struct session *session, const char *format, ...); /* done */
int set_problem(struct session *session, int code, const char *format, ...); /* failed */
int set_error(struct session *session, int code); /* failed, with what `errno` says */

/* protection.c */
bool requires_tls(void);
int begins_secured(struct session *session);
int choose_mechanism(struct session *session);
int set_buffer_size(struct session *session);
int choose_protection(struct session *session); /* private, clear or failed */

/* secure.c */
int secure_control(struct session *session);
int secure_data(struct session *session);

/* turns.c */
void allow_shared_processors(void);
int answer_and_wait(struct session *session); /* for the next command, and read it; 0, or an error number */
void leave_client_processor(struct session *session); /* before long work, and at the end */

/* dataport.c */
int set_port(struct session *session);
int set_extended_port(struct session *session);
int open_data_connection(struct session *session);
void close_data(struct session *session);
void close_used(struct session *session);
long milliseconds_now(void); /* of a clock that is never set back */
time_t seconds_now(void);
int wait_for_data(struct session *session, int descriptor, int events);

/* passive.c */
int listen_for_data(struct session *session);
int listen_extended(struct session *session);
int only_extended(struct session *session);
void forget_port(struct session *session);
void use_batch_scheduling(bool wanted);

/* transfer.c */
int open_to_send(struct session *session);
int open_to_store(struct session *session);
int open_to_append(struct session *session);
int open_long_list(struct session *session);
int open_names(struct session *session);
int open_facts(struct session *session);
int transfer_data(struct session *session);
void close_transfer(struct session *session);
int conclude_transfer(struct session *session, int result); /* whatever it is; the value is the same */

/* login.c */
int name_user(struct session *session);
int check_password(struct session *session);

/* parameters.c */
int set_type(struct session *session);
int set_mode(struct session *session);
int set_structure(struct session *session);
int set_restart(struct session *session);
int set_option(struct session *session);
int tell_features(struct session *session);
int tell_commands(struct session *session);

/* files.c */
bool path_of(struct session *session, const char *name, char path[PATH_SIZE]);
int tell_directory(struct session *session);
int change_directory(struct session *session);
int change_to_parent(struct session *session);
int tell_size(struct session *session);
int tell_time(struct session *session);
int tell_facts(struct session *session);
int tell_status(struct session *session);
int delete_file(struct session *session);
int make_directory(struct session *session);
int remove_directory(struct session *session);
int rename_from(struct session *session);
int rename_to(struct session *session);

#endif
