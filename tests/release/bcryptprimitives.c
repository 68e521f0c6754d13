/* A stand-in for bcryptprimitives.dll, which every Windows has since version 7 and Debian's wine
   has not: random bytes from the system's older function. For tests/release/windows.sh alone; it is
   never shipped. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length); /* RtlGenRandom, in advapi32 */

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length) {
  return SystemFunction036(buffer, (ULONG)length);
}
