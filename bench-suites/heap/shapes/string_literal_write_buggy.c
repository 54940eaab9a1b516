/* A string literal is no memory to write to. */
extern int __VERIFIER_nondet_int(void);

static void shout(char *text)
{
    for (; *text; text++)
        if ('a' <= *text && *text <= 'z')
            *text = (char)(*text - 'a' + 'A');
}

int main(void)
{
    char copy[] = "soft";
    char *text = __VERIFIER_nondet_int() > 3 ? copy : "quiet";
    shout(text);
    return 0;
}
