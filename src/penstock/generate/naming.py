"""Names in C: the model's own, with `_` behind those that mean something to C or to the runtime already.

byte register, write;     ->     uint8_t register_, write_;
"""

from __future__ import annotations

import re

_KEYWORDS = """auto break case char const continue default do double else enum extern float for goto if inline int long
register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while asm typeof
bool true false main me NULL EOF errno stdin stdout stderr unix linux FILE fpos_t va_list BUFSIZ SEEK_SET SEEK_CUR
SEEK_END L_tmpnam TMP_MAX FILENAME_MAX FOPEN_MAX offsetof"""
_LIBRARY = """abort abs accept access alarm asctime asin acos atan atan2 atexit atof atoi atol bind bsearch calloc ceil
chdir chmod chown clearerr clock close connect cos cosh creat ctime difftime div dup dup2 environ execl execv execve
execvp exit exp fabs fclose fcntl fdopen feof ferror fflush fgetc fgets fileno floor fmod fopen fork fprintf fputc fputs
fread free freopen frexp fscanf fseek fstat fsync ftell ftruncate fwrite getc getchar getcwd getenv getpid getppid gets
getuid gmtime index ioctl isalnum isalpha isatty isdigit islower isspace isupper j0 j1 jn kill labs ldexp link listen
localtime log log10 longjmp lseek malloc memchr memcmp memcpy memmove memset mkdir mktime mmap modf munmap nanosleep
nice open pause perror pipe poll pow printf putc putchar puts qsort raise rand random read realloc recv recvfrom remove
rename rewind rindex rmdir scanf select semget send sendto setbuf setjmp setsid setsockopt shutdown signal sin sinh
sleep snprintf socket sprintf sqrt srand srandom sscanf stat strcat strchr strcmp strcpy strcspn strdup strlen strncmp
strncpy strspn strstr strtok strtol strtoul strtoull sync system tan tanh time times tmpfile tolower toupper umask
ungetc unlink usleep utime vfork vfprintf vprintf wait waitpid write y0 y1 yn init
timezone daylight tzname signgam optarg optind opterr optopt"""
_RESERVED = frozenset(_KEYWORDS.split()) | frozenset(_LIBRARY.split())
_PREFIXES = ("ps_", "PS_", "PROCTYPE_", "proctype_", "sem_", "pthread_", "atomic_", "int8_t", "uint8_t", "__")
_TYPE = re.compile(r"u?int(8|16|32|64|ptr|max)_t|size_t|u?int_(least|fast)\d+_t")


def c_name(name: str) -> str:
    """The name that a variable, field, type, message type or label of the model has in C."""
    while name in _RESERVED or name.startswith(_PREFIXES) or _TYPE.fullmatch(name) or name.startswith("_"):
        name += "_" if not name.startswith(("_", *_PREFIXES)) else "_m"
        if name.startswith(("_", *_PREFIXES)):
            return "model_" + name
    return name


class LocalNames:
    """Names of the variables of one process: those declared in several blocks are told apart by a number."""

    def __init__(self, taken: set[str]) -> None:
        self._taken = set(taken)
        self._names: dict[object, str] = {}

    def of(self, variable: object, name: str) -> str:
        if variable not in self._names:
            wanted = found = c_name(name)
            number = 1
            while found in self._taken:
                number += 1
                found = f"{wanted}_{number}"
            self._taken.add(found)
            self._names[variable] = found
        return self._names[variable]
