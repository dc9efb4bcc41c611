/* IPv4 and IPv6 addresses, handled alike. */
#include "addresses.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static struct sockaddr_in *as_ipv4(address *some)
{
    return (struct sockaddr_in *)some;
}

static struct sockaddr_in6 *as_ipv6(address *some)
{
    return (struct sockaddr_in6 *)some;
}

void unmap_ipv4(address *plain)
{
    if (plain->ss_family != AF_INET6 || !IN6_IS_ADDR_V4MAPPED(&as_ipv6(plain)->sin6_addr))
        return;
    struct sockaddr_in made = {0};
    made.sin_family = AF_INET;
    made.sin_port = as_ipv6(plain)->sin6_port;
    memcpy(&made.sin_addr, as_ipv6(plain)->sin6_addr.s6_addr + 12, sizeof made.sin_addr);
    memset(plain, 0, sizeof *plain);
    memcpy(plain, &made, sizeof made);
}

bool same_host(const address *left, const address *right)
{
    if (left->ss_family != right->ss_family)
        return false;
    if (left->ss_family == AF_INET)
        return as_ipv4((address *)left)->sin_addr.s_addr == as_ipv4((address *)right)->sin_addr.s_addr;
    const struct in6_addr *first = &as_ipv6((address *)left)->sin6_addr, *second = &as_ipv6((address *)right)->sin6_addr;
    return memcmp(first, second, sizeof *first) == 0;
}

bool same_network(const address *left, const address *right)
{
    if (left->ss_family != AF_INET6 || right->ss_family != AF_INET6)
        return same_host(left, right);
    return memcmp(&as_ipv6((address *)left)->sin6_addr, &as_ipv6((address *)right)->sin6_addr, 8) == 0;
}

unsigned hash_network(const address *some)
{
    const unsigned char *bytes = some->ss_family == AF_INET6 ? as_ipv6((address *)some)->sin6_addr.s6_addr
                                                             : (unsigned char *)&as_ipv4((address *)some)->sin_addr;
    unsigned hash = 2166136261u; /* FNV-1a */
    for (int place = 0; place < (some->ss_family == AF_INET6 ? 8 : 4); place++)
        hash = (hash ^ bytes[place]) * 16777619u;
    return hash;
}

void name_host(const address *some, char name[HOST_SIZE])
{
    const void *bytes = some->ss_family == AF_INET ? (const void *)&as_ipv4((address *)some)->sin_addr
                                                   : (const void *)&as_ipv6((address *)some)->sin6_addr;
    if (inet_ntop(some->ss_family, bytes, name, HOST_SIZE) == NULL)
        snprintf(name, HOST_SIZE, "unknown");
}

const char *family_number(const address *some)
{
    return some->ss_family == AF_INET ? "1" : "2";
}

int port_of(const address *some)
{
    return ntohs(some->ss_family == AF_INET ? as_ipv4((address *)some)->sin_port : as_ipv6((address *)some)->sin6_port);
}

void set_port_of(address *some, int port)
{
    if (some->ss_family == AF_INET)
        as_ipv4(some)->sin_port = htons((uint16_t)port);
    else
        as_ipv6(some)->sin6_port = htons((uint16_t)port);
}

socklen_t size_of(const address *some)
{
    return some->ss_family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
}

bool read_port(const char *text, address *found)
{
    unsigned parts[6];
    char more;
    if (sscanf(text, "%3u,%3u,%3u,%3u,%3u,%3u%c", &parts[0], &parts[1], &parts[2], &parts[3], &parts[4], &parts[5],
               &more) != 6)
        return false;
    for (int place = 0; place < 6; place++)
        if (parts[place] > 255)
            return false;
    memset(found, 0, sizeof *found);
    as_ipv4(found)->sin_family = AF_INET;
    as_ipv4(found)->sin_addr.s_addr = htonl(parts[0] << 24 | parts[1] << 16 | parts[2] << 8 | parts[3]);
    as_ipv4(found)->sin_port = htons((uint16_t)(parts[4] << 8 | parts[5]));
    return true;
}

/* |1|127.0.0.1|4096| or |2|::1|4096|, with any character in place of |. */
bool read_extended_port(const char *text, address *found)
{
    char format[] = "|%1u|%45[^|]|%5u|%c", host[46], sign = text[0], more;
    unsigned kind, port;
    if (sign < 33 || sign > 126 || sign == '%' || sign == ']' || sign == '^')
        return false;
    for (char *at = format; *at != '\0'; at++)
        *at = *at == '|' ? sign : *at;
    if (sscanf(text, format, &kind, host, &port, &more) != 3 || port > 65535 || text[strlen(text) - 1] != sign)
        return false;
    memset(found, 0, sizeof *found);
    found->ss_family = kind == 1 ? AF_INET : AF_INET6;
    void *at = kind == 1 ? (void *)&as_ipv4(found)->sin_addr : (void *)&as_ipv6(found)->sin6_addr;
    if ((kind != 1 && kind != 2) || inet_pton(found->ss_family, host, at) != 1)
        return false;
    set_port_of(found, (int)port);
    return true;
}

void write_port(char *text, size_t size, const address *some)
{
    uint32_t host = ntohl(as_ipv4((address *)some)->sin_addr.s_addr);
    int port = port_of(some);
    snprintf(text, size, "(%u,%u,%u,%u,%d,%d)", host >> 24, host >> 16 & 255, host >> 8 & 255, host & 255, port >> 8,
             port & 255);
}
