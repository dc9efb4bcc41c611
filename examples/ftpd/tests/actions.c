/* Tests of the parts of the server that need no network, one by one. */
#define _GNU_SOURCE
#undef NDEBUG
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "accounts.h"
#include "addresses.h"
#include "convert.h"
#include "guesses.h"
#include "init.h"
#include "lines.h"
#include "listing.h"
#include "paths.h"
#include "quote.h"
#include "root.h"
#include "settings.h"

static void fill(struct lines *lines, const char *text, size_t size)
{
    size_t room;
    unsigned char *place = lines_room(lines, &room);
    assert(room >= size);
    memcpy(place, text, size);
    lines_filled(lines, size);
}

static void test_lines(void)
{
    static struct lines lines;
    char *line, *argument;
    fill(&lines, "RETR a b", 8);
    assert(next_line(&lines, &line) == LINE_NONE);
    fill(&lines, " \r\nAB\xff\xfb\x01OR\n", 11);
    assert(next_line(&lines, &line) == LINE_READY && event_of(line, &argument) == RETR);
    assert(strcmp(argument, "a b ") == 0);
    assert(has_command(&lines, "ABOR") && !has_command(&lines, "ABO"));
    fill(&lines, "NOOP\n ABOR\nabor\r\nPWD\n", 21);
    remove_command(&lines, "ABOR");
    assert(next_line(&lines, &line) == LINE_READY && event_of(line, &argument) == NOOP);
    assert(has_command(&lines, "ABOR"));
    remove_command(&lines, "ABOR");
    assert(!has_command(&lines, "ABOR") && !lines_full(&lines));
    assert(next_line(&lines, &line) == LINE_READY && event_of(line, &argument) == UNKNOWN);
    assert(next_line(&lines, &line) == LINE_READY && event_of(line, &argument) == PWD);
    fill(&lines, "ABOR\n", 5);
    assert(next_line(&lines, &line) == LINE_READY && event_of(line, &argument) == ABOR && *argument == '\0');
    fill(&lines, "size a\0b\xff\xff\n", 11);
    assert(next_line(&lines, &line) == LINE_READY && event_of(line, &argument) == SIZE);
    assert(strcmp(argument, "a\nb\xff") == 0);
    for (int count = 0; count < 3; count++) {
        size_t room;
        memset(lines_room(&lines, &room), 'x', LINE_SIZE);
        lines_filled(&lines, room);
        assert(next_line(&lines, &line) == LINE_NONE);
    }
    fill(&lines, "x\nNOOP\n", 7);
    assert(next_line(&lines, &line) == LINE_TOO_LONG);
    assert(next_line(&lines, &line) == LINE_READY && event_of(line, &argument) == NOOP);
    char site[] = "SITE x", nothing[] = "", longer[] = "NOOPS";
    assert(event_of(site, &argument) == UNSUPPORTED);
    assert(event_of(nothing, &argument) == UNKNOWN && event_of(longer, &argument) == UNKNOWN);
}

static void check_path(const char *directory, const char *name, const char *expected)
{
    char path[PATH_SIZE];
    assert(resolve_path(path, directory, name) && strcmp(path, expected) == 0);
}

static void test_paths(void)
{
    char path[PATH_SIZE], name[PATH_SIZE + 10], text[32];
    check_path("/", "", "/");
    check_path("/a/b", "c", "/a/b/c");
    check_path("/a/b", "/c//d/", "/c/d");
    check_path("/a/b", "../../../../x/./y/..", "/x");
    check_path("/a", "...", "/a/...");
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert(!resolve_path(path, "/", name));
    name[PATH_SIZE - 2] = '\0';
    assert(resolve_path(path, "/", name) && !resolve_path(path, "/a", name));
    write_quoted(text, sizeof text, "/a\"b");
    assert(strcmp(text, "\"/a\"\"b\"") == 0);
}

static void test_root(void)
{
    char place[] = "/tmp/ftpd-test-XXXXXX", command[256];
    const char *name;
    assert(mkdtemp(place) != NULL);
    snprintf(command, sizeof command, "cd %s && mkdir d && echo x > d/f && ln -s /etc out && ln -s d/../.. up", place);
    assert(system(command) == 0 && use_root(place));
    for (int hand = 0; hand < 2; hand++) {
        walk_without_openat2(hand == 1);
        int file = open_beneath("/d/f", O_RDONLY, 0), root = open_beneath("/", O_PATH | O_DIRECTORY, 0);
        assert(file >= 0 && root >= 0);
        close(file);
        close(root);
        assert(open_beneath("/out/passwd", O_RDONLY, 0) < 0 && open_beneath("/up/tmp", O_PATH, 0) < 0);
        assert(open_beneath("/out", O_RDONLY, 0) < 0 && open_beneath("/no", O_RDONLY, 0) < 0 && errno == ENOENT);
        int parent = open_parent("/d/new", &name);
        assert(parent >= 0 && strcmp(name, "new") == 0 && faccessat(parent, "f", R_OK, 0) == 0);
        close(parent);
        assert(open_parent("/", &name) < 0 && open_parent("/out/new", &name) < 0);
    }
    walk_without_openat2(false);
    snprintf(command, sizeof command, "rm -r %s", place);
    assert(system(command) == 0);
}

static void test_conversion(void)
{
    struct converter text = {0}, records = {.records = true};
    unsigned char out[64];
    assert(to_network(&text, (const unsigned char *)"a\nb\r\n", 5, out) == 7 && memcmp(out, "a\r\nb\r\r\n", 7) == 0);
    assert(end_to_network(&text, out) == 0 && end_to_network(&records, out) == 2);
    assert(to_file(&text, (const unsigned char *)"a\r", 2, out) == 1);
    assert(to_file(&text, (const unsigned char *)"\nb\rc\r", 5, out) == 4 && memcmp(out, "\nb\rc", 4) == 0);
    assert(end_to_file(&text, out) == 1 && out[0] == '\r');
    assert(to_network(&records, (const unsigned char *)"\xff\n", 2, out) == 4 && memcmp(out, "\xff\xff\xff\x01", 4) == 0);
    assert(to_file(&records, (const unsigned char *)"\xff\xff\xff", 3, out) == 1 && out[0] == 255);
    assert(to_file(&records, (const unsigned char *)"\x01x\xff\x02y", 5, out) == 2 && memcmp(out, "\nx", 2) == 0);
    assert(records.ended);
}

static void test_addresses(void)
{
    address found, other;
    char text[64];
    assert(read_port("127,0,0,1,4,1", &found) && port_of(&found) == 1025);
    assert(!read_port("127,0,0,1,4", &found) && !read_port("256,0,0,1,4,1", &found) && !read_port("1,2,3,4,5,6x", &found));
    assert(read_port("127,0,0,1,4,1", &found) && read_extended_port("|1|127.0.0.1|1025|", &other));
    assert(same_host(&found, &other) && port_of(&other) == 1025);
    assert(read_extended_port("!2!::ffff:127.0.0.1!1025!", &other) && !same_host(&found, &other));
    unmap_ipv4(&other);
    assert(same_host(&found, &other) && port_of(&other) == 1025);
    const char *wrong[] = {"", "|", "|1|127.0.0.1|70000|", "|3|127.0.0.1|1|", "|1|::1|1|", "|1|127.0.0.1|1", "%1%1%1%"};
    for (size_t place = 0; place < sizeof wrong / sizeof *wrong; place++)
        assert(!read_extended_port(wrong[place], &other));
    write_port(text, sizeof text, &found);
    assert(strcmp(text, "(127,0,0,1,4,1)") == 0);
}

static void test_listing(void)
{
    struct stat status = {.st_mode = S_IFREG | 0640, .st_size = 5, .st_nlink = 1, .st_mtime = 86400};
    char text[128], when[16];
    size_t size = list_line(text, sizeof text, LONG_FORM, "", "a\nb", &status, 86401);
    assert(size > 0 && memcmp(text + size - 11, "00:00 a\0b\r\n", 11) == 0 && memcmp(text, "-rw-r-----", 10) == 0);
    size = list_line(text, sizeof text, FACTS, "", "f", &status, 0);
    assert(memcmp(text, "type=file;size=5;modify=19700102000000; f\r\n", size) == 0);
    assert(list_line(text, sizeof text, NAMES_ONLY, "d/", "f", &status, 0) == 5);
    assert(list_line(text, 4, NAMES_ONLY, "d/", "f", &status, 0) == 0);
    write_time(when, 0);
    assert(strcmp(when, "19700101000000") == 0);
}

static void test_settings(void)
{
    struct settings settings;
    char *right[] = {"ftpd", "--port", "99", "/x", "--write"}, *wrong[] = {"ftpd", "/x", "--port", "x"};
    assert(read_settings(&settings, 5, right) && settings.port == 99 && settings.writable);
    assert(strcmp(settings.root, "/x") == 0 && strcmp(settings.address, "127.0.0.1") == 0);
    assert(!read_settings(&settings, 4, wrong) && !read_settings(&settings, 3, wrong) && !read_settings(&settings, 1, wrong));
}

static void test_accounts(void)
{
    assert(may_log_in("anybody", "anything") && use_accounts(NULL) && !use_accounts("/no/such/file"));
}

static void test_guesses(void)
{
    address here, neighbour, elsewhere;
    assert(read_extended_port("|2|2001:db8::1|2000|", &here) && read_extended_port("|2|2001:db8::2|2000|", &neighbour));
    assert(read_extended_port("|1|10.0.0.1|2000|", &elsewhere));
    int first = note_wrong_password(&here, "anna"), second = note_wrong_password(&neighbour, "anna"), last = 0;
    assert(first < second);
    for (int count = 2; count < 10; count++) {
        assert(may_guess(&here, "anna"));
        last = note_wrong_password(&here, "anna");
    }
    assert(last > second && last <= 10000);
    assert(!may_guess(&neighbour, "anna") && may_guess(&here, "bert") && may_guess(&elsewhere, "anna"));
    forget_guesses(&here, "anna");
    assert(may_guess(&here, "anna"));
    for (int count = 0; count < 5000; count++) { /* more names than are remembered */
        char name[16];
        snprintf(name, sizeof name, "%d", count);
        note_wrong_password(&elsewhere, name);
    }
    assert(!may_guess(&elsewhere, "never tried") && may_guess(&here, "bert"));
}

static void test_quotes(void)
{
    static const struct {
        const char *text, *quoted;
    } cases[] = {
        {"a b", "\"a b\""},
        {"\n\x1b\x7f\"\\", "\"\\u000a\\u001b\\u007f\\u0022\\u005c\""},
        {"\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80", "\"\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80\""},
        {"\xc2\x85\xe2\x80\xae\xe2\x80\xa8", "\"\\u0085\\u202e\\u2028\""},
        {"\xff\xc0\x80\xed\xa0\x80\xc3", "\"\\u00ff\\u00c0\\u0080\\u00ed\\u00a0\\u0080\\u00c3\""},
    };
    char room[128], small[24], longest[64];
    for (size_t place = 0; place < sizeof cases / sizeof *cases; place++) {
        assert(quote(room, sizeof room, cases[place].text) == strlen(cases[place].quoted));
        assert(strcmp(room, cases[place].quoted) == 0);
    }
    memset(longest, '\n', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    assert(quote(small, sizeof small, longest) < sizeof small && small[strlen(small) - 1] == '"');
}

int main(void)
{
    test_lines();
    test_paths();
    test_root();
    test_conversion();
    test_addresses();
    test_listing();
    test_settings();
    test_accounts();
    test_guesses();
    test_quotes();
    puts("all parts do what they should");
    return 0;
}
