/* What a programmer would write: bounded queues with a mutex and two condition variables, one thread a process.
 * `by_hand pingpong` and `by_hand pipeline` do the same as the models of these names. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 200000, MESSAGES = 300000, MOST = 16 };

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

static struct queue queues[3];

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

int main(int count, char **words)
{
    int pingpong = count > 1 && strcmp(words[1], "pingpong") == 0;
    pthread_t threads[4];
    for (int place = 0; place < 3; place++)
        prepare(&queues[place], pingpong ? 1 : MOST);
    pthread_create(&threads[0], NULL, pingpong ? ping : source, NULL);
    pthread_create(&threads[1], NULL, pingpong ? pong : stage, &queues[0]);
    if (!pingpong) {
        pthread_create(&threads[2], NULL, stage, &queues[1]);
        pthread_create(&threads[3], NULL, sink, NULL);
    }
    for (int place = 0; place < (pingpong ? 2 : 4); place++)
        pthread_join(threads[place], NULL);
    return 0;
}
