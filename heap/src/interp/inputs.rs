//! Inputs: the values that a program does not determine.

use crate::ir::{Pos, Scalar};

/// What a value is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputKind {
    /// The result of a function without a body; its name.
    Function(String),
    /// Whether an allocation fails; the name of the function.
    Allocation(String),
    /// A value that a library function obtains from its environment; its name.
    Library(String),
    /// An uninitialized variable or memory.
    Uninitialized,
    /// A parameter of the entry function.
    Parameter(String),
    /// The contents of a variable that is declared and not defined.
    Extern(String),
}

/// A request for a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// What for.
    pub kind: InputKind,
    /// Of which type; the answer is taken modulo its range.
    pub ty: Scalar,
    /// Where in the program.
    pub pos: Pos,
}

/// A request with its answer.
#[derive(Clone, PartialEq, Debug)]
pub struct InputRecord {
    /// The request.
    pub request: Request,
    /// The answer.
    pub value: i128,
}

/// A source of input values.
pub trait Inputs {
    /// The value for a request. Floating-point numbers are given by their bits, pointers as addresses.
    fn value(&mut self, request: &Request) -> i128;

    /// Tells which library function asks for the next value: the numbers among the arguments of its call.
    fn library_call(&mut self, _numbers: &[i128]) {}

    /// The arguments of the program, its own name first.
    fn arguments(&mut self) -> Vec<Vec<u8>> {
        vec![b"program".to_vec()]
    }
}

/// Values from a list, then zeros.
///
/// Uninitialised memory takes nothing from the list, unless [`ScriptedInputs::everything`] says so: it has a
/// list of its own.
#[derive(Clone, Debug, Default)]
pub struct ScriptedInputs {
    values: std::collections::VecDeque<i128>,
    everything: bool,
    undefined: std::collections::VecDeque<i128>,
    arguments: Vec<Vec<u8>>,
}

impl ScriptedInputs {
    /// These values, in this order.
    pub fn new(values: impl IntoIterator<Item = i128>) -> ScriptedInputs {
        ScriptedInputs { values: values.into_iter().collect(), ..ScriptedInputs::default() }
    }

    /// Uninitialised memory takes values from the list, too: to replay the [`InputRecord`]s of another run.
    pub fn everything(mut self) -> ScriptedInputs {
        self.everything = true;
        self
    }

    /// With these values of uninitialised memory, in the order in which it is read.
    pub fn with_undefined(mut self, values: impl IntoIterator<Item = i128>) -> ScriptedInputs {
        self.undefined = values.into_iter().collect();
        self
    }

    /// With these arguments after the program's name.
    pub fn with_arguments(mut self, arguments: Vec<Vec<u8>>) -> ScriptedInputs {
        self.arguments = arguments;
        self
    }
}

impl Inputs for ScriptedInputs {
    fn value(&mut self, request: &Request) -> i128 {
        match request.kind {
            InputKind::Uninitialized if !self.everything => self.undefined.pop_front().unwrap_or(0),
            _ => self.values.pop_front().unwrap_or(0),
        }
    }

    fn arguments(&mut self) -> Vec<Vec<u8>> {
        let name = std::iter::once(b"program".to_vec());
        name.chain(self.arguments.iter().cloned()).collect()
    }
}

/// An address at which there is no object.
const STRAY_ADDRESS: i128 = 64;

/// Pseudo-random values, small ones more often than large ones; the same for the same seed.
#[derive(Clone, Debug)]
pub struct RandomInputs {
    state: u64,
    numbers: Vec<i128>,
}

impl RandomInputs {
    /// Starts a sequence.
    pub fn new(seed: u64) -> RandomInputs {
        let state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d;
        RandomInputs { state, numbers: Vec::new() }
    }

    /// The sequence, with these numbers and their neighbours in it frequently: constants of the program.
    pub fn with_numbers(mut self, numbers: Vec<i128>) -> RandomInputs {
        self.numbers = numbers;
        self
    }

    /// The next number (splitmix64).
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

impl Inputs for RandomInputs {
    fn arguments(&mut self) -> Vec<Vec<u8>> {
        const LETTERS: &[u8; 16] = b"abxz019-+-=/ .%\xff";
        let mut arguments = vec![b"program".to_vec()];
        for _ in 0..self.next() % 4 {
            let length = self.next() % 5;
            arguments.push((0..length).map(|_| LETTERS[(self.next() % 16) as usize]).collect());
        }
        arguments
    }

    fn value(&mut self, request: &Request) -> i128 {
        let random = self.next();
        match request.ty {
            // Memory that nobody has written holds any address.
            Scalar::Ptr if request.kind == InputKind::Uninitialized && random & 1 == 1 => STRAY_ADDRESS,
            Scalar::Ptr => 0,
            Scalar::Float(_) => i128::from((f64::from((random >> 40) as u32) / 1024.0).to_bits()),
            Scalar::Int(int) => int.wrap(match random % 16 {
                0..=7 if !self.numbers.is_empty() => {
                    let number = self.numbers[(random >> 12) as usize % self.numbers.len()];
                    number.saturating_add(i128::from((random >> 8) % 4)).saturating_sub(1)
                }
                0..=9 => i128::from((random >> 8) % 8),
                10 => -i128::from((random >> 8) % 8),
                11..=13 => i128::from((random >> 8) % 100),
                14 => i128::from(random >> 8) - (1 << 55),
                _ => {
                    let edge = if random & 256 == 0 { int.max() } else { int.min() };
                    edge + i128::from((random >> 9) % 3) - 1
                }
            }),
        }
    }
}
