/* TCP sockets. */
#include "library.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int failed(const char *what, int socket)
{
    int reason = errno;
    ps_log(1, "cannot %s: %s", what, strerror(reason));
    if (socket >= 0)
        close(socket);
    return -1;
}

int ps_socket_listen(int port, bool from_anywhere)
{
    int yes = 1, made = socket(AF_INET, SOCK_STREAM, 0);
    if (made < 0)
        return failed("make a socket", -1);
    struct sockaddr_in address = {0};
    address.sin_family = AF_INET;
    address.sin_port = htons((uint16_t)port);
    address.sin_addr.s_addr = htonl(from_anywhere ? INADDR_ANY : INADDR_LOOPBACK);
    setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(made, (struct sockaddr *)&address, sizeof address) != 0)
        return failed("use this port", made);
    return listen(made, SOMAXCONN) == 0 ? made : failed("listen", made);
}

int ps_socket_port(int listening)
{
    struct sockaddr_in address = {0};
    socklen_t size = sizeof address;
    if (getsockname(listening, (struct sockaddr *)&address, &size) != 0)
        return failed("find out the port", -1);
    return ntohs(address.sin_port);
}

int ps_socket_accept(int listening)
{
    for (;;) {
        int made = accept(listening, NULL, NULL);
        if (made >= 0)
            return made;
        if (errno != EINTR && errno != ECONNABORTED)
            return failed("accept a connection", -1);
    }
}

int ps_socket_connect(const char *host, int port)
{
    struct addrinfo wanted = {0}, *found = NULL;
    char service[16];
    int made = -1;
    wanted.ai_socktype = SOCK_STREAM;
    snprintf(service, sizeof service, "%d", port);
    int problem = getaddrinfo(host, service, &wanted, &found);
    if (problem != 0) {
        ps_log(1, "cannot find `%s`: %s", host, gai_strerror(problem));
        return -1;
    }
    for (struct addrinfo *each = found; each != NULL && made < 0; each = each->ai_next) {
        made = socket(each->ai_family, each->ai_socktype, each->ai_protocol);
        if (made >= 0 && connect(made, each->ai_addr, each->ai_addrlen) != 0) {
            close(made);
            made = -1;
        }
    }
    freeaddrinfo(found);
    return made >= 0 ? made : failed("connect", -1);
}

bool ps_socket_send(int socket, const void *data, size_t size)
{
    const char *rest = data;
    while (size > 0) {
        ssize_t sent = send(socket, rest, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0) {
            ps_log(2, "cannot send: %s", strerror(errno));
            return false;
        }
        rest += sent;
        size -= (size_t)sent;
    }
    return true;
}

long ps_socket_receive(int socket, void *data, size_t size)
{
    for (;;) {
        ssize_t got = recv(socket, data, size, 0);
        if (got >= 0)
            return (long)got;
        if (errno != EINTR) {
            ps_log(2, "cannot receive: %s", strerror(errno));
            return -1;
        }
    }
}

bool ps_socket_line(int socket, char *line, size_t size)
{
    size_t used = 0;
    char letter;
    while (ps_socket_receive(socket, &letter, 1) == 1) {
        if (letter == '\n') {
            line[used > 0 && line[used - 1] == '\r' ? used - 1 : used] = '\0';
            return true;
        }
        if (used + 1 < size)
            line[used++] = letter;
    }
    line[used] = '\0';
    return used > 0;
}

void ps_socket_close(int socket)
{
    if (socket >= 0 && close(socket) != 0)
        ps_log(2, "cannot close a socket: %s", strerror(errno));
}
