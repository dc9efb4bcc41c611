/* Addresses of both kinds, alike. */
#ifndef FTPD_ADDRESSES_H
#define FTPD_ADDRESSES_H

#include <stdbool.h>
#include <sys/socket.h>

typedef struct sockaddr_storage address;

/* An IPv4 address that came as an IPv6 address becomes one again. */
void unmap_ipv4(address *plain);
bool same_host(const address *left, const address *right);
/* 1 or 2, as EPRT and EPSV call the kinds. */
const char *family_number(const address *some);
int port_of(const address *some);
void set_port_of(address *some, int port);
socklen_t size_of(const address *some);

/* What PORT and EPRT say; false if it is nothing. */
bool read_port(const char *text, address *found);
bool read_extended_port(const char *text, address *found);

/* What the answers to PASV and EPSV say. */
void write_port(char *text, size_t size, const address *some);

#endif
