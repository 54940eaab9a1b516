/* Conway's game of life on a torus; the first generation is read as lines of '#' and other characters. */
#include <stdio.h>
#include <string.h>

#define ROWS 12
#define COLUMNS 20

typedef unsigned char board[ROWS][COLUMNS];

static int neighbours(board cells, int row, int column)
{
    int count = 0;

    for (int dr = -1; dr <= 1; dr++)
        for (int dc = -1; dc <= 1; dc++)
            if (dr != 0 || dc != 0)
                count += cells[(row + dr + ROWS) % ROWS][(column + dc + COLUMNS) % COLUMNS];
    return count;
}

static void step(board from, board to)
{
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            int n = neighbours(from, row, column);
            to[row][column] = n == 3 || (n == 2 && from[row][column]);
        }
    }
}

static void print(board cells)
{
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++)
            putchar(cells[row][column] ? '#' : '.');
        putchar('\n');
    }
    putchar('\n');
}

int main(void)
{
    board now, then;
    char line[COLUMNS + 2];
    int row = 0;

    memset(now, 0, sizeof now);
    while (row < ROWS && fgets(line, sizeof line, stdin)) {
        for (int column = 0; column < COLUMNS && line[column] != '\0'; column++)
            now[row][column] = line[column] == '#';
        row++;
    }
    for (int generation = 0; generation < 10; generation++) {
        print(now);
        step(now, then);
        memcpy(now, then, sizeof now);
    }
    return 0;
}
