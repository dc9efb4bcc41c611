/* Text and records, between files and the network.
 *
 * In a file a line ends with LF.  On the way it ends with CR LF, or is a record that ends with 255 1; 255 2 is then
 * the end of the file, and 255 255 is 255.
 */
#ifndef FTPD_CONVERT_H
#define FTPD_CONVERT_H

#include <stdbool.h>
#include <stddef.h>

struct converter {
    bool records;
    bool held;  /* the last byte was a CR or 255, and what it means is not known yet */
    bool ended; /* the end of the file has come, in records */
};

/* At most twice the input comes out, plus two bytes.  The value is the size of what came out. */
size_t to_network(const struct converter *converter, const unsigned char *from, size_t size, unsigned char *to);
size_t end_to_network(const struct converter *converter, unsigned char *to);
size_t to_file(struct converter *converter, const unsigned char *from, size_t size, unsigned char *to);
size_t end_to_file(struct converter *converter, unsigned char *to);

#endif
