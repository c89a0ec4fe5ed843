/* Holds many event streams and prints when events arrive: crowd PORT PATH TOKENS [SLOW]
 *
 * TOKENS is a file with one bearer token per line, each for one stream; the first SLOW streams never read. Prints "open
 * SECONDS" when every stream has the head of its response. Then it reads commands: "events COUNT TEXT" waits until every
 * stream has received COUNT more events that contain TEXT, and prints the times of the first and last arrival and of the
 * 50th and 99th percentile of the streams; "drain SECONDS" reads for that time, and then prints how many streams have
 * ended. Times are seconds of CLOCK_MONOTONIC, which all processes share.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define LINE 512

struct stream {
    int fd;
    int slow;
    long events;
    double reached;
    int length; /* of the event that has begun */
    char event[LINE];
};

static struct stream *streams;
static int count, epoll, ended;
static char marker[64] = "\n";

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

/* Counts the events that end in these bytes. Of an event longer than LINE only the beginning is examined. */
static void take(struct stream *stream, const char *bytes, long length) {
    for (long i = 0; i < length; i++) {
        if (stream->length < LINE - 1) stream->event[stream->length++] = bytes[i];
        if (bytes[i] == '\n' && i + 1 < length && bytes[i + 1] == '\n') {
            stream->event[stream->length] = 0;
            if (strstr(stream->event, marker)) stream->events++;
            stream->length = 0;
        }
    }
}

/* Reads what has arrived, for at most a tenth of a second. */
static void step(long target, long *reached) {
    static char buffer[65536];
    struct epoll_event found[512];
    int n = epoll_wait(epoll, found, 512, 100);
    for (int k = 0; k < n; k++) {
        struct stream *stream = &streams[found[k].data.u32];
        long length = recv(stream->fd, buffer, sizeof buffer, MSG_DONTWAIT);
        if (length <= 0) {
            if (length < 0 && errno == EAGAIN) continue;
            epoll_ctl(epoll, EPOLL_CTL_DEL, stream->fd, 0);
            close(stream->fd);
            stream->fd = -1;
            ended++;
            continue;
        }
        long before = stream->events;
        take(stream, buffer, length);
        if (reached && before < target && stream->events >= target) {
            stream->reached = now();
            ++*reached;
        }
    }
}

static int by_time(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void wait_for(long more) {
    long reached = 0, wanted = 0;
    double *times = calloc(count, sizeof *times), deadline = now() + 60;
    /* Resets the counts: earlier events belong to an earlier command. */
    for (int i = 0; i < count; i++) streams[i].events = 0, wanted += !streams[i].slow && streams[i].fd >= 0;
    printf("armed\n");
    fflush(stdout);
    while (reached < wanted - ended && now() < deadline) step(more, &reached);
    long n = 0;
    for (int i = 0; i < count; i++)
        if (!streams[i].slow && streams[i].fd >= 0 && streams[i].events >= more) times[n++] = streams[i].reached;
    qsort(times, n, sizeof *times, by_time);
    if (n == 0) printf("none\n");
    else printf("%ld %.6f %.6f %.6f %.6f\n", n, times[0], times[n - 1], times[n / 2], times[n * 99 / 100]);
    fflush(stdout);
    free(times);
}

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    int port = atoi(argv[1]), slow = argc > 4 ? atoi(argv[4]) : 0, one = 1, small = 4096;
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    FILE *tokens = fopen(argv[3], "r");
    char token[256], request[1024], line[256];
    if (!tokens) return 2;
    while (fgets(token, sizeof token, tokens)) count++;
    rewind(tokens);
    streams = calloc(count, sizeof *streams);
    epoll = epoll_create1(0);
    double begun = now();
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons(port)};
    inet_pton(AF_INET, "127.0.0.1", &there.sin_addr);
    for (int i = 0; i < count; i++) {
        if (!fgets(token, sizeof token, tokens)) return 2;
        token[strcspn(token, "\n")] = 0;
        struct sockaddr_in here = {.sin_family = AF_INET};
        char address[32];
        snprintf(address, sizeof address, "127.0.0.%d", 2 + i % 8);
        inet_pton(AF_INET, address, &here.sin_addr);
        int fd = socket(AF_INET, SOCK_STREAM, 0);
        setsockopt(fd, IPPROTO_IP, 24 /* IP_BIND_ADDRESS_NO_PORT */, &one, sizeof one);
        if (i < slow) setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
        if (bind(fd, (void *)&here, sizeof here) || connect(fd, (void *)&there, sizeof there)) {
            perror("connect");
            return 1;
        }
        int length = snprintf(request, sizeof request,
            "GET %s HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nAuthorization: Bearer %s\r\n"
            "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\n"
            "Accept-Language: en-GB,en;q=0.9\r\nCache-Control: no-cache\r\n\r\n", argv[2], token);
        send(fd, request, length, 0);
        streams[i].fd = fd;
        streams[i].slow = i < slow;
        if (i % 128 != 127 && i != count - 1) continue;
        for (int j = i - i % 128; j <= i; j++) {
            char head[2048];
            int got = 0;
            while (got < (int)sizeof head - 1) {
                long r = recv(streams[j].fd, head + got, sizeof head - 1 - got, 0);
                if (r <= 0) {
                    fprintf(stderr, "stream %d ended: %.200s\n", j, head);
                    return 1;
                }
                got += r;
                head[got] = 0;
                if (strstr(head, "\r\n\r\n")) break;
            }
            if (strncmp(head, "HTTP/1.1 200", 12)) {
                fprintf(stderr, "stream %d: %.300s\n", j, head);
                return 1;
            }
            struct epoll_event event = {.events = EPOLLIN, .data.u32 = j};
            if (!streams[j].slow) epoll_ctl(epoll, EPOLL_CTL_ADD, streams[j].fd, &event);
        }
    }
    printf("open %.3f\n", now() - begun);
    fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        long more;
        double seconds;
        if (sscanf(line, "events %ld %63s", &more, marker) == 2) {
            wait_for(more);
        } else if (sscanf(line, "drain %lf", &seconds) == 1) {
            for (double end = now() + seconds; now() < end;) step(0, 0);
            printf("ended %d\n", ended);
            fflush(stdout);
        }
    }
    return 0;
}
