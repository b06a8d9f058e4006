/* The limit: Pig and Leduc poker as plain C loops with our random source, all in local variables.
   No rules kept apart, no states to copy, nothing told, no bounds checked. Prints CPU seconds per game. */
#include <stdint.h>
#include <stdio.h>
#include <time.h>

static uint64_t source = 1;

static inline int below(int n) {
    uint64_t z = (source += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return (int)((((z ^ (z >> 31)) >> 32) * (uint64_t)n) >> 32);
}

static int pig(void) {
    int score[2] = {0, 0}, turn = 0, total = 0;
    for (int left = 1000; left > 0; left--) {
        if (score[turn] + total < 100 && below(2) == 0) {
            int face = 1 + below(6);
            total = face == 1 ? 0 : total + face;
            turn ^= face == 1;
        } else {
            score[turn] += total;
            if (score[turn] >= 100) return turn;
            total = 0;
            turn ^= 1;
        }
    }
    return 2;
}

/* From the first decision: seat 0 holds the first jack, seat 1 the second queen (cards 0 to 5). */
static int leduc(void) {
    int card[2] = {0, 3}, paid[2] = {1, 1}, table = 0;
    for (int round = 0; round < 2; round++) {
        int turn = 0, raises = 0, calls = 0;
        if (round == 1) {
            table = 1 + below(4); /* 1, 2, 4 or 5: 0 and 3 are dealt */
            table += table >= 3;
        }
        while (calls < 2) {
            int first = paid[1 - turn] > paid[turn] ? 0 : 1, last = raises < 2 ? 2 : 1;
            int action = first + below(last - first + 1);
            if (action == 0) return turn == 0 ? -paid[0] : paid[1];
            paid[turn] = paid[1 - turn];
            if (action == 2) {
                paid[turn] += round ? 4 : 2;
                raises++;
                calls = 0;
            } else if (++calls == 2 || raises > 0)
                break;
            turn = 1 - turn;
        }
    }
    int mine = card[0] / 2 == table / 2 ? 3 : card[0] / 2, yours = card[1] / 2 == table / 2 ? 3 : card[1] / 2;
    return mine == yours ? 0 : mine > yours ? paid[1] : -paid[0];
}

static double seconds_per_game(int (*game)(void), long games) {
    static volatile long sum;
    double best = 1e9;
    for (int k = 0; k < 7; k++) {
        clock_t start = clock();
        for (long g = 0; g < games; g++) sum += game();
        double seconds = (double)(clock() - start) / CLOCKS_PER_SEC / games;
        if (seconds < best) best = seconds;
    }
    return best;
}

int main(void) {
    printf("{\"pig playout\": %.12f, ", seconds_per_game(pig, 100000));
    printf("\"leduc playout\": %.12f}\n", seconds_per_game(leduc, 2000000));
    return 0;
}
