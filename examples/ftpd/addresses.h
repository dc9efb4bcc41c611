/* IPv4 and IPv6 addresses, handled alike. */
#ifndef FTPD_ADDRESSES_H
#define FTPD_ADDRESSES_H

#include <stdbool.h>
#include <sys/socket.h>

typedef struct sockaddr_storage address;

/* Turn an IPv4 address that came as an IPv6 address back into one. */
void unmap_ipv4(address *plain);
bool same_host(const address *left, const address *right);
/* The same host, or hosts of one network of IPv6: whoever has one of its addresses has 2^64. */
bool same_network(const address *left, const address *right);
unsigned hash_network(const address *some);
enum { HOST_SIZE = 46 };
void name_host(const address *some, char name[HOST_SIZE]);
/* 1 or 2, as EPRT and EPSV number them. */
const char *family_number(const address *some);
int port_of(const address *some);
void set_port_of(address *some, int port);
socklen_t size_of(const address *some);

/* The address in a PORT or EPRT command; false if there is none. */
bool read_port(const char *text, address *found);
bool read_extended_port(const char *text, address *found);

/* The address in the reply to PASV or EPSV. */
void write_port(char *text, size_t size, const address *some);

#endif
