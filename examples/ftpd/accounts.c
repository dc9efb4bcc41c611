/* Who may log in. */
#define _GNU_SOURCE
#include "accounts.h"

#include <crypt.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_AND_HASH = 512 };

static char *accounts; /* the whole file; NULL: anybody may log in */
static char dummy[CRYPT_OUTPUT_SIZE];
/* A hash deliberately needs much memory: one at a time. */
static pthread_mutex_t hashing = PTHREAD_MUTEX_INITIALIZER;

static bool compute_hash(const char *password, const char *setting, char *hash)
{
    struct crypt_data *memory = calloc(1, sizeof *memory);
    if (memory == NULL)
        return false;
    pthread_mutex_lock(&hashing);
    const char *found = crypt_r(password, setting, memory);
    bool worked = found != NULL && found[0] != '*';
    if (worked)
        snprintf(hash, CRYPT_OUTPUT_SIZE, "%s", found);
    pthread_mutex_unlock(&hashing);
    free(memory);
    return worked;
}

static bool make_hash(const char *password, char *hash)
{
    char setting[CRYPT_GENSALT_OUTPUT_SIZE];
    /* yescrypt, the successor of scrypt, with a salt from the system. */
    if (crypt_gensalt_rn("$y$", 0, NULL, 0, setting, (int)sizeof setting) == NULL)
        return false;
    return compute_hash(password, setting, hash);
}

bool use_accounts(const char *file)
{
    if (file == NULL)
        return true;
    FILE *opened = fopen(file, "r");
    size_t size = 0;
    if (opened == NULL)
        return false;
    bool something = getdelim(&accounts, &size, '\0', opened) >= 0, worked = something || feof(opened) != 0;
    fclose(opened);
    if (!something && accounts != NULL)
        accounts[0] = '\0'; /* an empty file leaves it unset */
    return worked && accounts != NULL && make_hash("nobody has this password", dummy);
}

/* The hash of a user, or one that no password has. */
static void find_hash(const char *name, char hash[CRYPT_OUTPUT_SIZE])
{
    size_t length = strlen(name);
    snprintf(hash, CRYPT_OUTPUT_SIZE, "%s", dummy);
    for (const char *line = accounts; *line != '\0'; line += strcspn(line, "\n"), line += *line == '\n')
        if (length > 0 && strncmp(line, name, length) == 0 && line[length] == ':')
            snprintf(hash, CRYPT_OUTPUT_SIZE, "%.*s", (int)strcspn(line + length + 1, "\r\n"), line + length + 1);
}

/* Compare in a time that does not tell how much is right. */
static bool same_text(const char *left, const char *right)
{
    size_t length = strlen(left);
    unsigned different = length != strlen(right);
    for (size_t place = 0; !different && place < length; place++)
        different |= (unsigned)(left[place] ^ right[place]);
    return different == 0;
}

bool may_log_in(const char *name, const char *password)
{
    char wanted[CRYPT_OUTPUT_SIZE], found[CRYPT_OUTPUT_SIZE];
    if (accounts == NULL)
        return true;
    if (strchr(name, ':') != NULL || strchr(name, '\n') != NULL)
        name = "";
    find_hash(name, wanted);
    return compute_hash(password, wanted, found) && same_text(wanted, found) && strcmp(wanted, dummy) != 0;
}

bool write_hash(void)
{
    char password[NAME_AND_HASH], hash[CRYPT_OUTPUT_SIZE];
    if (fgets(password, sizeof password, stdin) == NULL)
        return false;
    password[strcspn(password, "\n")] = '\0';
    return make_hash(password, hash) && printf("%s\n", hash) > 0;
}
