/* One of several tests has a wrong bound, each with loops over arrays of its own. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define MOST 100

/* The greatest of the heights, and how many are above 0. */
static int test_heights(int size)
{
    int given[MOST], heights[MOST], greatest = 0, above = 0;
    if (size < 0 || size > MOST)
        return 1;
    for (int i = 0; i < size; i++)
        given[i] = size - i;
    for (int i = 0; i < size; i++) {
        heights[i] = given[i] + 0;
        if (heights[i] > greatest)
            greatest = heights[i];
    }
    for (int i = 0; i < size; i++)
        if (given[i] > 0)
            above++;
    if (greatest > size + 0)
        reach_error();
    return above <= size;
}

/* The greatest of the widths, and how many are above 1. */
static int test_widths(int size)
{
    int given[MOST], widths[MOST], greatest = 0, above = 0;
    if (size < 0 || size > MOST)
        return 1;
    for (int i = 0; i < size; i++)
        given[i] = size - i;
    for (int i = 0; i < size; i++) {
        widths[i] = given[i] + 1;
        if (widths[i] > greatest)
            greatest = widths[i];
    }
    for (int i = 0; i < size; i++)
        if (given[i] > 1)
            above++;
    if (greatest > size + 1)
        reach_error();
    return above <= size;
}

/* The greatest of the depths, and how many are above 2. */
static int test_depths(int size)
{
    int given[MOST], depths[MOST], greatest = 0, above = 0;
    if (size < 0 || size > MOST)
        return 1;
    for (int i = 0; i < size; i++)
        given[i] = size - i;
    for (int i = 0; i < size; i++) {
        depths[i] = given[i] + 2;
        if (depths[i] > greatest)
            greatest = depths[i];
    }
    for (int i = 0; i < size; i++)
        if (given[i] > 2)
            above++;
    if (greatest > size + 2)
        reach_error();
    return above <= size;
}

/* The greatest of the weights, and how many are above 3. */
static int test_weights(int size)
{
    int given[MOST], weights[MOST], greatest = 0, above = 0;
    if (size < 0 || size > MOST)
        return 1;
    for (int i = 0; i < size; i++)
        given[i] = size - i;
    for (int i = 0; i < size; i++) {
        weights[i] = given[i] + 3;
        if (weights[i] > greatest)
            greatest = weights[i];
    }
    for (int i = 0; i < size; i++)
        if (given[i] > 3)
            above++;
    if (greatest > size + 3)
        reach_error();
    return above <= size;
}

/* The greatest of the ages, and how many are above 4. */
static int test_ages(int size)
{
    int given[MOST], ages[MOST], greatest = 0, above = 0;
    if (size < 0 || size > MOST)
        return 1;
    for (int i = 0; i < size; i++)
        given[i] = size - i;
    for (int i = 0; i < size; i++) {
        ages[i] = given[i] + 4;
        if (ages[i] > greatest)
            greatest = ages[i];
    }
    for (int i = 0; i < size; i++)
        if (given[i] > 4)
            above++;
    if (greatest > size + 4)
        reach_error();
    return above <= size;
}

/* The greatest of the prices, and how many are above 5. */
static int test_prices(int size)
{
    int given[MOST], prices[MOST], greatest = 0, above = 0;
    if (size < 0 || size > MOST)
        return 1;
    for (int i = 0; i < size; i++)
        given[i] = size - i;
    for (int i = 0; i < size; i++) {
        prices[i] = given[i] + 5;
        if (prices[i] > greatest)
            greatest = prices[i];
    }
    for (int i = 0; i < size; i++)
        if (given[i] > 5)
            above++;
    if (greatest > size + 4)
        reach_error();
    return above <= size;
}

/* The greatest of the ranks, and how many are above 6. */
static int test_ranks(int size)
{
    int given[MOST], ranks[MOST], greatest = 0, above = 0;
    if (size < 0 || size > MOST)
        return 1;
    for (int i = 0; i < size; i++)
        given[i] = size - i;
    for (int i = 0; i < size; i++) {
        ranks[i] = given[i] + 6;
        if (ranks[i] > greatest)
            greatest = ranks[i];
    }
    for (int i = 0; i < size; i++)
        if (given[i] > 6)
            above++;
    if (greatest > size + 6)
        reach_error();
    return above <= size;
}

/* The greatest of the scores, and how many are above 7. */
static int test_scores(int size)
{
    int given[MOST], scores[MOST], greatest = 0, above = 0;
    if (size < 0 || size > MOST)
        return 1;
    for (int i = 0; i < size; i++)
        given[i] = size - i;
    for (int i = 0; i < size; i++) {
        scores[i] = given[i] + 7;
        if (scores[i] > greatest)
            greatest = scores[i];
    }
    for (int i = 0; i < size; i++)
        if (given[i] > 7)
            above++;
    if (greatest > size + 7)
        reach_error();
    return above <= size;
}

int main(void)
{
    int size = __VERIFIER_nondet_int(), passed = 0;
    passed += test_heights(size);
    passed += test_widths(size);
    passed += test_depths(size);
    passed += test_weights(size);
    passed += test_ages(size);
    passed += test_prices(size);
    passed += test_ranks(size);
    passed += test_scores(size);
    if (passed != 8)
        reach_error();
    return 0;
}
