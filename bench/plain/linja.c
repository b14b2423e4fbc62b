/* Random games of Linja as one writes them down first: arrays, loops and a list of moves.

   cc -O3 -o linja linja.c && ./linja SEED GAMES

   It draws the same random numbers as Linden and lists moves in the same order, so the games are
   the same: the moves and points that it prints must be Linden's. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RED, BLACK };
enum { OPENING, FOLLOW_UP, BONUS };

typedef struct { int from, to; } Move; /* from is -1: a pass */

typedef struct {
    int pawns[2][8];
    int turn, part, reach, passes, over;
} Game;

static uint64_t stream;

static uint64_t mix(uint64_t word) {
    word = (word ^ (word >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94D049BB133111EB);
    return word ^ (word >> 31);
}

static int below(int n) {
    stream += UINT64_C(0x9E3779B97F4A7C15);
    return (int)(((mix(stream) >> 32) * (uint64_t)n) >> 32);
}

static int goal(int seat) { return seat == RED ? 7 : 0; }

static int has_room(const Game *game, int row) {
    return row == 0 || row == 7 || game->pawns[RED][row] + game->pawns[BLACK][row] < 6;
}

static int advances(const Game *game, int steps, Move *moves) {
    int n = 0, us = game->turn;
    for (int row = 0; row < 8; row++) {
        if (row == goal(us) || game->pawns[us][row] == 0) continue;
        int to = us == RED ? row + steps : row - steps;
        if (to > 7) to = 7;
        if (to < 0) to = 0;
        if (has_room(game, to)) moves[n++] = (Move){row, to};
    }
    return n;
}

static int bonuses(const Game *game, Move *moves) {
    int n = 0;
    for (int step = 1; step >= -1; step -= 2)
        for (int row = 0; row < 8; row++) {
            int to = row + step;
            if (to < 0 || to > 7 || game->pawns[game->turn][row] == 0) continue;
            if (has_room(game, to)) moves[n++] = (Move){row, to};
        }
    return n;
}

static int legal(const Game *game, Move *moves) {
    int n;
    if (game->part == OPENING) {
        n = advances(game, 1, moves);
        if (n > 0) return n;
    } else if (game->part == FOLLOW_UP) {
        n = advances(game, game->reach, moves);
    } else {
        n = bonuses(game, moves);
    }
    moves[n++] = (Move){-1, -1};
    return n;
}

static int have_passed(const Game *game) {
    int lowest_red = 0, highest_black = 7;
    while (game->pawns[RED][lowest_red] == 0) lowest_red++;
    while (game->pawns[BLACK][highest_black] == 0) highest_black--;
    return highest_black < lowest_red;
}

static void end_turn(Game *game, int latched) {
    game->part = OPENING;
    game->reach = 0;
    if (latched) game->over = 1;
    else game->turn = 1 - game->turn;
}

static void play(Game *game, Move move) {
    Move scratch[16];
    int us = game->turn, latched = have_passed(game);
    if (move.from < 0) {
        if (game->part != OPENING) end_turn(game, latched);
        else if (++game->passes == 2) game->over = 1;
        else end_turn(game, 0);
        return;
    }
    game->pawns[us][move.from]--;
    game->pawns[us][move.to]++;
    latched = latched || have_passed(game);
    if (game->part == OPENING) {
        game->passes = 0;
        int others = game->pawns[RED][move.to] + game->pawns[BLACK][move.to] - 1;
        if (move.to != goal(us) && others > 0) {
            game->part = FOLLOW_UP;
            game->reach = others;
        }
    } else if (game->part == FOLLOW_UP) {
        int exact = move.to == goal(us) && abs(move.to - move.from) == game->reach;
        game->reach = 0;
        game->part = exact ? BONUS : OPENING;
    } else {
        game->part = OPENING;
    }
    if (game->part == FOLLOW_UP && advances(game, game->reach, scratch) == 0) {
        game->part = OPENING;
        game->reach = 0;
    } else if (game->part == BONUS && bonuses(game, scratch) == 0) {
        game->part = OPENING;
    }
    if (game->part == OPENING) end_turn(game, latched);
}

static int points(const Game *game, int seat) {
    static const int worth[8] = {5, 3, 2, 1, -1, -1, -1, -1};
    int total = 0;
    for (int row = 0; row < 8; row++)
        total += game->pawns[seat][row] * worth[seat == RED ? 7 - row : row];
    return total;
}

int main(int argc, char **argv) {
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    long games = argc > 2 ? atol(argv[2]) : 100000;
    const uint64_t step = UINT64_C(0x9E3779B97F4A7C15);
    static const Game start = {
        .pawns = {{6, 1, 1, 1, 1, 1, 1, 0}, {0, 1, 1, 1, 1, 1, 1, 6}},
    };
    Move moves[40];
    long length = 0, red = 0, black = 0;
    for (long number = 0; number < games; number++) {
        stream = mix(mix(seed + step) + (uint64_t)number * step);
        Game game;
        memcpy(&game, &start, sizeof game);
        while (!game.over) {
            int n = legal(&game, moves);
            int forced = game.part == OPENING && moves[0].from < 0;
            play(&game, moves[forced ? 0 : below(n)]);
            length++;
        }
        red += points(&game, RED);
        black += points(&game, BLACK);
    }
    printf("%ld %ld %ld\n", length, red, black);
    return 0;
}
