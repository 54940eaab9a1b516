/* The CRC-32 of the standard input. */
#include <stdint.h>
#include <stdio.h>

static uint32_t table[256];

static void make_table(void)
{
    for (uint32_t n = 0; n < 256; n++) {
        uint32_t c = n;
        for (int bit = 0; bit < 8; bit++)
            c = (c & 1) ? 0xedb88320u ^ (c >> 1) : c >> 1;
        table[n] = c;
    }
}

static uint32_t update(uint32_t crc, const unsigned char *bytes, size_t count)
{
    while (count-- > 0)
        crc = table[(crc ^ *bytes++) & 0xff] ^ (crc >> 8);
    return crc;
}

int main(void)
{
    unsigned char block[1024];
    uint32_t crc = 0xffffffffu;
    size_t count;

    make_table();
    while ((count = fread(block, 1, sizeof block, stdin)) != 0)
        crc = update(crc, block, count);
    if (ferror(stdin)) {
        perror("crc32");
        return 1;
    }
    printf("%08x\n", (unsigned)~crc);
    return 0;
}
