/* The floor under the bench `fanout`: one write() for each socket, and nothing else. No WebSocket, no HTTP.
   fanout-floor BYTES: prints "port N"; "tell" on its input writes one frame to all and prints "at NS" (CLOCK_MONOTONIC);
   "rest" prints "rest RSS_BYTES CPU_US". */
#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MOST 20000

static int sockets[MOST];
static int count = 0;

static long long now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static long rss_bytes(void) {
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL) return 0;
  if (fscanf(file, "%*s %ld", &pages) != 1) pages = 0;
  fclose(file);
  return pages * sysconf(_SC_PAGESIZE);
}

static void tell(const char *frame, size_t length) {
  printf("at %lld\n", now_ns());
  fflush(stdout);
  for (int i = 0; i < count; i++) {
    size_t sent = 0;
    while (sent < length) {
      ssize_t n = write(sockets[i], frame + sent, length - sent);
      if (n <= 0) exit(2);
      sent += (size_t)n;
    }
  }
}

static void rest(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  long long us = (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000LL + used.ru_utime.tv_usec +
                 used.ru_stime.tv_usec;
  printf("rest %ld %lld\n", rss_bytes(), us);
  fflush(stdout);
}

int main(int argc, char **argv) {
  if (argc < 2) return 1;
  size_t length = (size_t)atol(argv[1]);
  if (length < 4 || length > 65539) return 1;
  char *frame = malloc(length);
  memset(frame, 'x', length);
  frame[0] = (char)0x81;
  frame[1] = 126;
  frame[2] = (char)((length - 4) >> 8);
  frame[3] = (char)((length - 4) & 0xff);

  int door = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof at;
  if (bind(door, (struct sockaddr *)&at, sizeof at) != 0 || listen(door, 4096) != 0) return 1;
  getsockname(door, (struct sockaddr *)&at, &size);
  printf("port %d\n", ntohs(at.sin_port));
  fflush(stdout);

  char line[64];
  struct pollfd waits[2] = {{.fd = door, .events = POLLIN}, {.fd = 0, .events = POLLIN}};
  while (poll(waits, 2, -1) > 0) {
    if (waits[0].revents & POLLIN) {
      int one = accept(door, NULL, NULL);
      if (one < 0 || count == MOST) return 1;
      sockets[count++] = one;
    }
    if (waits[1].revents & (POLLIN | POLLHUP)) {
      ssize_t n = read(0, line, sizeof line - 1);
      if (n <= 0) return 0;
      line[n] = 0;
      if (strncmp(line, "tell", 4) == 0) tell(frame, length);
      else rest();
    }
  }
  return 0;
}
