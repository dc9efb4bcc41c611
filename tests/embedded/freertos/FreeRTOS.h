/* What the port needs of FreeRTOS, as its manual declares it: enough to compile against. */
#include <stddef.h>
#include <stdint.h>

typedef long BaseType_t;
typedef uint32_t TickType_t;
#define pdTRUE ((BaseType_t)1)
#define pdFALSE ((BaseType_t)0)
#define portMAX_DELAY ((TickType_t)0xffffffffu)
#define portTICK_PERIOD_MS ((TickType_t)1)
#define portYIELD_FROM_ISR(other) ((void)(other))
