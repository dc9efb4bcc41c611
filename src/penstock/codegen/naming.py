"""Names in C: the model's own, with `_` appended to those that already mean something to C or to the runtime.

byte register, write;     ->     uint8_t register_, write_;
"""

from __future__ import annotations

import re

from penstock.codegen.library_names import NAMES

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
timezone daylight tzname signgam optarg optind opterr optopt
aligned_alloc clock_gettime clock_nanosleep ctermid dirname dprintf fgetpos flockfile fmemopen freeaddrinfo fseeko
fsetpos ftello ftrylockfile funlockfile gai_strerror getaddrinfo getc_unlocked getchar_unlocked getdelim getline
getsockname imaxabs isblank iscntrl isgraph isinf isnan isprint ispunct isxdigit llabs max_align_t msgctl msgget msgrcv
msgsnd off_t open_memstream pclose popen posix_spawn prctl ptrdiff_t putc_unlocked putchar_unlocked readlink renameat
setenv setvbuf shm_open shm_unlink ssize_t stpcpy stpncpy strcoll strcoll_l strerror strerror_l strerror_r strftime
strncat strndup strnlen strpbrk strrchr strsignal strtod strtof strtok_r strtold strtoll strxfrm strxfrm_l
tmpnam towlower towupper unsetenv vdprintf vfscanf vscanf vsnprintf vsprintf vsscanf wchar_t wcschr wcscmp wcslen
wcsncmp wmemchr wmemcmp wmemcpy wmemmove"""
_MATHEMATICS = """acos acosh asin asinh atan atan2 atanh cabs cacos cacosh carg casin casinh catan catanh cbrt ccos
ccosh ceil cexp cimag clog conj copysign cos cosh cpow cproj creal csin csinh csqrt ctan ctanh erf erfc exp exp2 expm1
fabs fdim floor fma fmax fmin fmod frexp hypot ilogb ldexp lgamma llrint llround log log10 log1p log2 logb lrint lround
modf nan nearbyint nextafter nexttoward pow remainder remquo rint round scalbln scalbn sin sinh sqrt tan tanh
tgamma trunc"""
_RESERVED = frozenset(_KEYWORDS.split()) | frozenset(_LIBRARY.split()) | NAMES
_PREFIXES = ("_", "ps_", "PS_", "PENSTOCK_", "MODEL_INIT_H", "PROCTYPE_", "proctype_", "sem_", "pthread_", "atomic_")
_FAMILIES = re.compile(
    r"u?int(8|16|32|64|ptr|max)_t|size_t|u?int_(least|fast)\d+_t"
    r"|U?INT(_LEAST|_FAST)?(8|16|32|64|PTR|MAX)_(MIN|MAX|C)|(SIZE|PTRDIFF|WCHAR|WINT|SIG_ATOMIC)_(MIN|MAX)|L_ctermid"
    r"|fe(clear|raise|test|hold)except|fe[gs]et(env|exceptflag|round)|feupdateenv"
    r"|isw(alnum|alpha|blank|cntrl|digit|graph|lower|print|punct|space|upper|xdigit)"
    rf"|({'|'.join(_MATHEMATICS.split())})[fl]?"
)


def c_name(name: str) -> str:
    """The name that a variable, field, type, message type or label of the model has in C.

    No two names become the same: where `register` becomes `register_`, that one becomes `register__`.
    """
    if re.sub(r"\A(model_)+", "", name).startswith(_PREFIXES):
        return "model_" + name
    plain = name.rstrip("_")
    return name + "_" if plain in _RESERVED or _FAMILIES.fullmatch(plain) else name


class LocalNames:
    """Names of the variables of one process: those declared in several blocks get a number."""

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
