/* Tic-tac-toe for two players: moves are digits from 1 to 9. */
#include <stdio.h>

static char winner(const char board[9])
{
    static const int lines[8][3] = {
        { 0, 1, 2 }, { 3, 4, 5 }, { 6, 7, 8 }, { 0, 3, 6 }, { 1, 4, 7 }, { 2, 5, 8 }, { 0, 4, 8 }, { 2, 4, 6 },
    };

    for (int i = 0; i < 8; i++) {
        const int *line = lines[i];
        char mark = board[line[0]];
        if (mark != ' ' && mark == board[line[1]] && mark == board[line[2]])
            return mark;
    }
    return ' ';
}

static void show(const char board[9])
{
    for (int row = 0; row < 3; row++)
        printf(" %c | %c | %c\n", board[3 * row], board[3 * row + 1], board[3 * row + 2]);
}

int main(void)
{
    char board[9] = { ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ' };
    char player = 'X';
    int moves = 0, c;

    while (moves < 9 && (c = getchar()) != EOF) {
        if (c < '1' || c > '9')
            continue;
        int place = c - '1';
        if (board[place] != ' ') {
            puts("taken");
            continue;
        }
        board[place] = player;
        moves++;
        show(board);
        if (winner(board) != ' ') {
            printf("%c wins\n", player);
            return 0;
        }
        player = player == 'X' ? 'O' : 'X';
    }
    puts("nobody wins");
    return 0;
}
