//! SHA-256 (FIPS 180-4), by which witnesses identify their source files.

/// All primes.
fn primes() -> impl Iterator<Item = u64> {
    (2u64..).filter(|&number| (2..number).take_while(|d| d * d <= number).all(|d| number % d != 0))
}

/// The first 32 bits of the fractional part of a root: `floor(root(prime) * 2^32) mod 2^32`, found bit by
/// bit.
fn fraction_of_root(prime: u64, degree: u32) -> u32 {
    // The largest root wanted is below 2^5 * 2^32, and its cube below 2^111.
    let target = u128::from(prime) << (32 * degree);
    let mut root: u128 = 0;
    for bit in (0..37).rev() {
        let next = root | 1 << bit;
        if next.pow(degree) <= target {
            root = next;
        }
    }
    root as u32
}

/// The digest of some bytes, in hexadecimal.
pub(super) fn sha256(bytes: &[u8]) -> String {
    let rounds: Vec<u32> = primes().take(64).map(|prime| fraction_of_root(prime, 3)).collect();
    let mut state: Vec<u32> = primes().take(8).map(|prime| fraction_of_root(prime, 2)).collect();
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend((bytes.len() as u64 * 8).to_be_bytes());
    for block in padded.chunks_exact(64) {
        let mut words: Vec<u32> = block
            .chunks_exact(4)
            .map(|word| word.iter().fold(0, |sum, &byte| sum << 8 | u32::from(byte)))
            .collect();
        for t in 16..64 {
            let (early, late) = (words[t - 15], words[t - 2]);
            let small = early.rotate_right(7) ^ early.rotate_right(18) ^ early >> 3;
            let large = late.rotate_right(17) ^ late.rotate_right(19) ^ late >> 10;
            words.push(words[t - 16].wrapping_add(small).wrapping_add(words[t - 7]).wrapping_add(large));
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] =
            <[u32; 8]>::try_from(&state[..]).expect("eight words");
        for (round, word) in rounds.iter().zip(words) {
            let choice = e & f ^ !e & g;
            let majority = a & b ^ a & c ^ b & c;
            let first = h
                .wrapping_add(e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25))
                .wrapping_add(choice)
                .wrapping_add(*round)
                .wrapping_add(word);
            let second = (a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22)).wrapping_add(majority);
            (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(first), c, b, a, first.wrapping_add(second));
        }
        for (sum, value) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *sum = sum.wrapping_add(value);
        }
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::sha256;

    #[test]
    fn digests_of_the_standard() {
        assert_eq!(sha256(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(
            sha256(b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        );
    }
}
