/* Clients in C, so that they are not what is measured.
 *
 *     load sessions PORT COUNT CLIENTS   so many sessions (login and QUIT) by so many clients: sessions per second
 *     load files PORT COUNT NAME...      so many files, the names again and again, in one session: files per second;
 *                                      the session lasts until the standard input ends
 *     load each PORT COUNT NAME          the file so many times, in a session of its own each time: files per second
 *     load idle PORT COUNT               so many sessions that wait until the standard input ends
 *     load ceiling FILE                  a bare sendfile loop over a loopback socket: megabytes per second
 *     load least FILE COUNT              the file so many times from a server that does nothing else: files per second
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static struct sockaddr_in server;
static int sessions_each;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void die(const char *what)
{
    perror(what);
    exit(1);
}

/* Replies are read until the last line of one: three digits and a blank. */
static char expect(int socket, const char *digits)
{
    char text[4096];
    size_t used = 0;
    for (;;) {
        ssize_t got = recv(socket, text + used, sizeof text - 1 - used, 0);
        if (got <= 0)
            die("reply");
        used += (size_t)got;
        text[used] = '\0';
        const char *line = text;
        for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1)
            if (end - line > 3 && line[3] == ' ') {
                if (strchr(digits, line[0]) == NULL) {
                    fprintf(stderr, "unexpected: %s", line);
                    exit(1);
                }
                return line[0];
            }
    }
}

static int logged_in(void)
{
    int made = socket(AF_INET, SOCK_STREAM, 0);
    if (made < 0 || connect(made, (struct sockaddr *)&server, sizeof server) != 0)
        die("connect");
    expect(made, "2");
    if (send(made, "USER anonymous\r\n", 16, 0) != 16)
        die("send");
    if (expect(made, "23") == '2')
        return made; /* no password is asked for */
    if (send(made, "PASS a@b.example\r\n", 18, 0) != 18)
        die("send");
    expect(made, "2");
    return made;
}

static void *client(void *unused)
{
    for (int count = 0; count < sessions_each; count++) {
        int made = logged_in();
        if (send(made, "QUIT\r\n", 6, 0) != 6)
            die("send");
        expect(made, "2");
        close(made);
    }
    return unused;
}

static void sessions(int count, int clients)
{
    pthread_t threads[64];
    sessions_each = count / clients;
    double begin = now();
    for (int place = 0; place < clients; place++)
        pthread_create(&threads[place], NULL, client, NULL);
    for (int place = 0; place < clients; place++)
        pthread_join(threads[place], NULL);
    printf("%.1f\n", sessions_each * clients / (now() - begin));
}

/* The next reply to a command; what comes behind it stays in the buffer. */
static int reply(FILE *control, char *line, int size)
{
    do
        if (fgets(line, size, control) == NULL)
            die("reply");
    while (line[3] != ' ');
    return atoi(line);
}

static void fetch(FILE *control, const char *name)
{
    static char memory[1 << 18];
    char line[1024];
    unsigned port;
    struct sockaddr_in data = server;
    fputs("EPSV\r\n", control);
    fflush(control);
    if (reply(control, line, sizeof line) != 229 || sscanf(strchr(line, '('), "(|||%u", &port) != 1)
        die(line);
    data.sin_port = htons((unsigned short)port);
    int made = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(made, (struct sockaddr *)&data, sizeof data) != 0)
        die("connect");
    fprintf(control, "RETR %s\r\n", name);
    fflush(control);
    if (reply(control, line, sizeof line) / 100 != 1)
        die(line);
    while (recv(made, memory, sizeof memory, 0) > 0)
        continue;
    close(made);
    if (reply(control, line, sizeof line) != 226)
        die(line);
}

static FILE *session(void)
{
    char line[1024];
    FILE *control = fdopen(logged_in(), "r+");
    fputs("TYPE I\r\n", control);
    fflush(control);
    reply(control, line, sizeof line);
    return control;
}

static void files(int count, char **names, int known)
{
    FILE *control = session();
    double begin = now();
    for (int place = 0; place < count; place++)
        fetch(control, names[place % known]);
    printf("%.1f\n", count / (now() - begin));
    fflush(stdout);
    getchar();
}

static void each(int count, const char *name)
{
    char line[1024];
    double begin = now();
    for (int place = 0; place < count; place++) {
        FILE *control = session();
        fetch(control, name);
        fputs("QUIT\r\n", control);
        fflush(control);
        reply(control, line, sizeof line);
        fclose(control);
    }
    printf("%.1f\n", count / (now() - begin));
}

static void idle(int count)
{
    for (int place = 0; place < count; place++)
        logged_in();
    printf("ready\n");
    fflush(stdout);
    getchar();
}

static void *receiver(void *listener)
{
    static char memory[1 << 18];
    int made = accept(*(int *)listener, NULL, NULL);
    while (recv(made, memory, sizeof memory, 0) > 0)
        continue;
    return NULL;
}

/* A socket to connect to, at `server`. */
static int listening(void)
{
    int made = socket(AF_INET, SOCK_STREAM, 0);
    socklen_t size = sizeof server;
    server.sin_port = 0;
    if (bind(made, (struct sockaddr *)&server, sizeof server) != 0 || listen(made, 1) != 0 ||
        getsockname(made, (struct sockaddr *)&server, &size) != 0)
        die("listen");
    return made;
}

static int connected(void)
{
    int made = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(made, (struct sockaddr *)&server, sizeof server) != 0)
        die("connect");
    return made;
}

static void ceiling(const char *name)
{
    int listener = listening(), file = open(name, O_RDONLY);
    struct stat status;
    pthread_t thread;
    if (file < 0 || fstat(file, &status) != 0)
        die(name);
    pthread_create(&thread, NULL, receiver, &listener);
    int sender = connected();
    double begin = now();
    while (sendfile(sender, file, NULL, 1 << 30) > 0)
        continue;
    close(sender);
    pthread_join(thread, NULL);
    printf("%.1f\n", (double)status.st_size / 1e6 / (now() - begin));
}

static const char *only_file;
static int for_control, for_data, data_port;

/* Two answers, a connection, and sendfile: the least that a server has to do for a file. */
static void *stub(void *unused)
{
    char line[1024];
    int control = accept(for_control, NULL, NULL);
    while (recv(control, line, sizeof line, 0) > 0) {
        if (line[0] == 'E') {
            int size = snprintf(line, sizeof line, "229 (|||%d|)\r\n", data_port);
            send(control, line, (size_t)size, 0);
            continue;
        }
        int file = open(only_file, O_RDONLY), data = accept(for_data, NULL, NULL);
        while (sendfile(data, file, NULL, 1 << 30) > 0)
            continue;
        close(data);
        send(control, "150 \r\n226 \r\n", 12, 0);
        close(file);
    }
    return unused;
}

static void least(const char *name, int count)
{
    pthread_t thread;
    only_file = name;
    for_data = listening();
    data_port = ntohs(server.sin_port);
    for_control = listening();
    pthread_create(&thread, NULL, stub, NULL);
    FILE *control = fdopen(connected(), "r+");
    double begin = now();
    for (int place = 0; place < count; place++)
        fetch(control, name);
    printf("%.1f\n", count / (now() - begin));
}

int main(int count, char **words)
{
    server.sin_family = AF_INET;
    server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    server.sin_port = htons((unsigned short)(count > 2 ? atoi(words[2]) : 0));
    if (count == 5 && strcmp(words[1], "sessions") == 0)
        sessions(atoi(words[3]), atoi(words[4]));
    else if (count > 4 && strcmp(words[1], "files") == 0)
        files(atoi(words[3]), words + 4, count - 4);
    else if (count == 5 && strcmp(words[1], "each") == 0)
        each(atoi(words[3]), words[4]);
    else if (count == 4 && strcmp(words[1], "idle") == 0)
        idle(atoi(words[3]));
    else if (count == 3 && strcmp(words[1], "ceiling") == 0)
        ceiling(words[2]);
    else if (count == 4 && strcmp(words[1], "least") == 0)
        least(words[2], atoi(words[3]));
    else
        return 2;
    return 0;
}
