/* What a programmer would write: bounded queues with a mutex and two condition variables, one thread a process.
 * `by_hand pingpong` and so on do the same as the models of these names. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 200000, MESSAGES = 300000, WORKERS = 8, MEMBERS = 100, TURNS = 5000 };
enum { BOXES = 64, LETTERS = 200000, AT_A_TIME = 200, GROUPS = 50, MOST = 16 };

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t not_full, not_empty;
    int capacity, first, count;
    int items[MOST];
};

static void prepare(struct queue *queue, int capacity)
{
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->not_full, NULL);
    pthread_cond_init(&queue->not_empty, NULL);
    queue->capacity = capacity;
}

static void put(struct queue *queue, int item)
{
    pthread_mutex_lock(&queue->lock);
    while (queue->count == queue->capacity)
        pthread_cond_wait(&queue->not_full, &queue->lock);
    queue->items[(queue->first + queue->count++) % queue->capacity] = item;
    pthread_cond_signal(&queue->not_empty);
    pthread_mutex_unlock(&queue->lock);
}

static int get(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    while (queue->count == 0)
        pthread_cond_wait(&queue->not_empty, &queue->lock);
    int item = queue->items[queue->first];
    queue->first = (queue->first + 1) % queue->capacity;
    queue->count--;
    pthread_cond_signal(&queue->not_full);
    pthread_mutex_unlock(&queue->lock);
    return item;
}

static struct queue queues[MEMBERS];

static void *ping(void *unused)
{
    for (int i = 0; i < ROUNDS;) {
        put(&queues[0], i);
        i = get(&queues[1]) + 1;
    }
    return unused;
}

static void *pong(void *unused)
{
    for (int i = 0; i < ROUNDS; i++)
        put(&queues[1], get(&queues[0]));
    return unused;
}

static void *source(void *unused)
{
    for (int i = 0; i < MESSAGES; i++)
        put(&queues[0], i);
    return unused;
}

static void *stage(void *from)
{
    struct queue *queue = from;
    for (int i = 0; i < MESSAGES; i++)
        put(queue + 1, get(queue) + 1);
    return NULL;
}

static void *sink(void *unused)
{
    for (int i = 0; i < MESSAGES; i++)
        if (get(&queues[2]) != i + 2)
            abort();
    return unused;
}

static void *worker(void *unused)
{
    while (get(&queues[0]) >= 0)
        continue;
    return unused;
}

static void *employer(void *unused)
{
    for (int i = 0; i < MESSAGES; i++)
        put(&queues[0], i);
    for (int i = 0; i < WORKERS; i++)
        put(&queues[0], -1);
    return unused;
}

static void *member(void *from)
{
    struct queue *queue = from, *next = queue == &queues[MEMBERS - 1] ? queues : queue + 1;
    for (int i = 0; i < TURNS; i++)
        put(next, get(queue) + 1);
    return NULL;
}

/* One lock for all boxes, since one thread waits for all of them. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int boxes[BOXES], full[BOXES];

static void *postman(void *unused)
{
    for (int i = 0; i < LETTERS; i++) {
        pthread_mutex_lock(&lock);
        while (full[i % BOXES])
            pthread_cond_wait(&emptied, &lock);
        full[i % BOXES] = 1;
        boxes[i % BOXES] = i;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static int any_full(void)
{
    int box = 0;
    while (box < BOXES && !full[box])
        box++;
    return box;
}

static void *reader(void *unused)
{
    for (int got = 0; got < LETTERS; got++) {
        int box;
        pthread_mutex_lock(&lock);
        while ((box = any_full()) == BOXES)
            pthread_cond_wait(&filled, &lock);
        full[box] = 0;
        pthread_cond_signal(&emptied);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *short_lived(void *unused)
{
    put(&queues[0], 1);
    return unused;
}

static pthread_t threads[AT_A_TIME];
static int started;

static void start(void *(*body)(void *), void *given)
{
    if (pthread_create(&threads[started++], NULL, body, given) != 0)
        abort();
}

static void join_all(void)
{
    while (started > 0)
        pthread_join(threads[--started], NULL);
}

static void many(void)
{
    for (int group = 0; group < GROUPS; group++) {
        for (int i = 0; i < AT_A_TIME; i++)
            start(short_lived, NULL);
        for (int i = 0; i < AT_A_TIME; i++)
            get(&queues[0]);
        join_all();
    }
}

int main(int count, char **words)
{
    const char *name = count > 1 ? words[1] : "";
    int one = strcmp(name, "pingpong") == 0 || strcmp(name, "ring") == 0;
    for (int place = 0; place < MEMBERS; place++)
        prepare(&queues[place], one ? 1 : MOST);
    if (strcmp(name, "pingpong") == 0) {
        start(ping, NULL);
        start(pong, NULL);
    } else if (strcmp(name, "pipeline") == 0) {
        start(source, NULL);
        start(stage, &queues[0]);
        start(stage, &queues[1]);
        start(sink, NULL);
    } else if (strcmp(name, "fan") == 0) {
        start(employer, NULL);
        for (int i = 0; i < WORKERS; i++)
            start(worker, NULL);
    } else if (strcmp(name, "ring") == 0) {
        for (int i = 0; i < MEMBERS; i++)
            start(member, &queues[i]);
        put(&queues[0], 0);
    } else if (strcmp(name, "select") == 0) {
        start(postman, NULL);
        start(reader, NULL);
    } else if (strcmp(name, "many") == 0)
        many();
    join_all();
    return 0;
}
