//! Calls of library functions. Those that have a model in C and none here are followed like the program.

mod needs;
mod printing;
mod texts;

use crate::bounds::domain::Bounds;
use crate::bounds::expr::Expr;
use crate::bounds::object::{Content, ObjId, Object};
use crate::bounds::store::{Implication, Store, Target, Value};
use crate::ir::{Arg, CallResult, FuncId, Function, IntType, Pos, Role, Scalar};
use crate::libc::{self, CharClass, Description, Effect, Id};
use crate::property::{Leaks, ViolationKind};
use crate::walk::Call;

/// Allocations of less than this succeed.
const LARGEST_BLOCK: i128 = 1 << 31;

/// The arguments of a call.
pub(in crate::bounds) struct Arguments<'p> {
    pub(in crate::bounds) values: Vec<Value>,
    pub(in crate::bounds) result: Option<Scalar>,
    pub(in crate::bounds) pos: Pos,
    pub(in crate::bounds) call: Call<'p>,
}

impl Arguments<'_> {
    pub(in crate::bounds) fn value(&self, at: u8) -> &Value {
        &self.values[usize::from(at)]
    }

    pub(in crate::bounds) fn number(&self, store: &mut Store, at: u8) -> Expr {
        match self.value(at) {
            Value::Int { expr, .. } => expr.clone(),
            _ => Expr::of(store.symbol(None, None)),
        }
    }

    pub(in crate::bounds) fn is_null(&self, at: u8) -> bool {
        matches!(self.value(at), Value::Ptr { target: Target::Null, .. })
    }
}

/// States behind a call, with its results.
pub(in crate::bounds) type Cases = Vec<(Store, Option<Value>)>;

/// Functions with a model in C that have another one here, and no identifier.
const NAMED: [&str; 3] = ["fgets", "fread", "fwrite"];

/// Whether there is a model here.
fn is_modelled(id: Id) -> bool {
    !matches!(
        id,
        Id::Memchr
            | Id::Strnlen
            | Id::Stpcpy
            | Id::Strncat
            | Id::Strcasecmp
            | Id::Strncasecmp
            | Id::Strdup
            | Id::Strndup
            | Id::Scanf
            | Id::Fscanf
            | Id::Sscanf
            | Id::Getopt
            | Id::GetoptLong
            | Id::Setlocale
            | Id::CtypeTable(_)
            | Id::BufferSize
            | Id::ObjectSize
            | Id::AtomicSection
            | Id::AlignedAlloc
            | Id::Bcopy
            | Id::Getenv
            | Id::Bits(..)
            | Id::ByteSwap(_)
    )
}

impl<'p> Bounds<'p> {
    /// Whether calls of a function are executed by a model here.
    pub(in crate::bounds) fn is_library(&self, function: &Function) -> bool {
        if function.body.is_none() {
            return true;
        }
        let name = libc::canonical_name(&function.name);
        function.role == Role::Model
            && !function.internal
            && (libc::id(name).is_some_and(is_modelled) || NAMED.contains(&name))
    }

    /// The states behind a call of a library function.
    pub(in crate::bounds) fn library(
        &mut self,
        mut store: Store,
        function: &'p Function,
        call: Call<'p>,
    ) -> Vec<Store> {
        let name = libc::canonical_name(&function.name);
        let mut values = Vec::with_capacity(call.args.len());
        for arg in call.args {
            let Arg::Scalar(operand, _) = arg else {
                self.skip(call.pos, "an object as an argument");
                return Vec::new();
            };
            let value = self.operand(&mut store, *operand, call.pos);
            self.require_defined(&value, call.pos);
            values.push(value);
        }
        let result = match call.result {
            CallResult::Var(var) => {
                let function = &self.program.functions[store.frame().function.index()];
                Some(function.vars[var.index()].ty)
            }
            _ => None,
        };
        let args = Arguments { values, result, pos: call.pos, call };
        let known = libc::find(name);
        let cases = match known.filter(|known| self.fits(known, name, &args)) {
            Some(known) => self.known(store, known, name, &args),
            None if self.is_input(&function.name) && !matches!(call.result, CallResult::Object(..)) => {
                let value = result.map(|ty| store.any(ty, false));
                Some(vec![(store, value)])
            }
            None => None,
        };
        let Some(cases) = cases else {
            self.skip(call.pos, &format!("a call of {name}"));
            return Vec::new();
        };
        cases.into_iter().map(|(store, value)| self.with_result(store, value, call)).collect()
    }

    /// Whether a call has all arguments that its model reads.
    fn fits(&self, known: &Description, name: &str, args: &Arguments<'_>) -> bool {
        let count = libc::signature::find(name).map_or(0, |signature| signature.params.len());
        let mut needed = (0..8u8).filter(|at| known.needs.iter().any(|need| need.is_about(*at)));
        args.values.len() >= count && needed.all(|at| usize::from(at) < args.values.len())
    }

    fn is_input(&self, name: &str) -> bool {
        libc::is_input(name) || self.task.input_functions.iter().any(|pattern| libc::matches(pattern, name))
    }

    fn with_result(&mut self, mut store: Store, value: Option<Value>, call: Call<'p>) -> Store {
        if let CallResult::Var(var) = call.result {
            let function = &self.program.functions[store.frame().function.index()];
            let ty = function.vars[var.index()].ty;
            let value = match (value, ty) {
                (Some(value @ Value::Int { .. }), Scalar::Int(_))
                | (Some(value @ Value::Ptr { .. }), Scalar::Ptr) => value,
                _ => store.any(ty, false),
            };
            store.set(*var, value);
        }
        store
    }

    /// A function of the table. Nothing if it is not modelled.
    fn known(
        &mut self,
        mut store: Store,
        known: &'static Description,
        name: &str,
        args: &Arguments<'p>,
    ) -> Option<Cases> {
        let body = self.models.get(name).copied();
        let is_here = known.id.is_some_and(is_modelled) || NAMED.contains(&name);
        if !is_here && let Some(model) = body {
            return self.run_model(store, model, known, args);
        }
        if self.needs(&mut store, known, args).is_none() {
            return Some(Vec::new());
        }
        let cases = match known.id.filter(|_| is_here) {
            Some(id) => self.identified(store, id, args)?,
            None if is_here => self.stdio(store, name, args),
            None => return self.described(store, known, args),
        };
        Some(cases)
    }

    /// A function that is executed by its model in C.
    fn run_model(
        &mut self,
        mut store: Store,
        model: FuncId,
        known: &'static Description,
        args: &Arguments<'p>,
    ) -> Option<Cases> {
        for need in known.needs.iter().filter(|need| !need.is_met_by_execution()) {
            if self.need(&mut store, known, *need, args).is_none() {
                return Some(Vec::new());
            }
        }
        let function = &self.program.functions[model.index()];
        let states = self.call_body(model, function, args.call, vec![store]).unwrap_or_default();
        // The result is set already.
        Some(
            states
                .into_iter()
                .map(|store| {
                    let value = match args.call.result {
                        CallResult::Var(var) => store.frame().vars.get(var).cloned(),
                        _ => None,
                    };
                    (store, value)
                })
                .collect(),
        )
    }

    /// A function that the table describes completely.
    fn described(
        &mut self,
        mut store: Store,
        known: &'static Description,
        args: &Arguments<'_>,
    ) -> Option<Cases> {
        if known.is_native || !known.is_described {
            return None;
        }
        let mut range = None;
        for effect in known.effects {
            match *effect {
                Effect::Opens => return self.open(store, args),
                Effect::Closes(at) => {
                    let Some(id) = self.stream(&store, args.value(at), args.pos) else {
                        return Some(Vec::new());
                    };
                    store.end(id);
                }
                Effect::Returns(low, high) => range = Some((low, high)),
                Effect::Writes(at) if args.is_null(at) => {}
                Effect::Input | Effect::Output => {}
                _ => return None,
            }
        }
        let value = match (args.result, range) {
            (Some(Scalar::Ptr), _) => return None,
            (Some(Scalar::Int(_)), Some((low, high))) => Some(Value::int(store.between(low, high))),
            (ty, _) => ty.map(|ty| store.any(ty, false)),
        };
        Some(vec![(store, value)])
    }

    /// A new stream, or null.
    fn open(&mut self, store: Store, args: &Arguments<'_>) -> Option<Cases> {
        let mut opened = store.clone();
        let id = ObjId::Stream(self.site(args.pos));
        let object = Object::unset(Expr::default());
        if self.create(&mut opened, id, object, args.pos).is_none() {
            return Some(Vec::new());
        }
        let stream = Value::address(Target::Object(id), Expr::default());
        Some(vec![(store, Some(Value::null())), (opened, Some(stream))])
    }

    /// A function with an identifier.
    fn identified(&mut self, mut store: Store, id: Id, args: &Arguments<'_>) -> Option<Cases> {
        let int = IntType::INT;
        let value = match id {
            Id::Malloc => {
                let size = args.number(&mut store, 0);
                return Some(self.allocate(store, size, false, args));
            }
            Id::Calloc => {
                let (count, size) = (args.number(&mut store, 0), args.number(&mut store, 1));
                let size = match (count.as_constant(), size.as_constant()) {
                    (Some(count), _) => size.times(count),
                    (_, Some(size)) => count.times(size),
                    _ => None,
                };
                return Some(self.allocate(store, size?, true, args));
            }
            Id::Realloc => return self.reallocate(store, args),
            Id::Free => return Some(self.free(store, args)),
            Id::Exit | Id::Abort => {
                if id == Id::Exit || self.task.checks.leaks == Leaks::Any {
                    self.end(&store, args.pos);
                }
                return Some(Vec::new());
            }
            Id::Rand => Some(Value::int(store.between(0, i32::MAX.into()))),
            Id::Srand | Id::Fflush => args.result.map(|ty| store.any(ty, false)),
            Id::Getchar | Id::Fgetc => Some(Value::int(store.between(-1, 255))),
            Id::Putchar | Id::Fputc => Some(Value::int(store.between(-1, 255))),
            Id::Puts | Id::Fputs | Id::Perror => Some(Value::int(store.between(-1, int.max()))),
            Id::Printf(printf) => return self.print(store, printf, args),
            Id::IsClass(class) => Some(self.class(&mut store, class, args)?),
            Id::ToLower | Id::ToUpper => {
                let value = args.number(&mut store, 0);
                let (low, high) = store.range(&value, int);
                Some(Value::int(store.between(low.clamp(-1, 0), high.clamp(0, 255).max(122))))
            }
            Id::Abs(ty) => {
                let (ty, value) = (ty.signed(self.program.target), args.number(&mut store, 0));
                let low = value.times(-1).map(|minus| minus.shifted(ty.min() + 1));
                if self.require(&mut store, low, ViolationKind::Overflow, args.pos).is_none() {
                    return Some(Vec::new());
                }
                let (low, high) = store.range(&value, ty);
                Some(Value::int(store.between(0, high.max(-low).min(ty.max()))))
            }
            Id::Ato(_) | Id::AtoFloat | Id::Float(..) | Id::FloatPair(..) | Id::FloatClass(_) => {
                args.result.map(|ty| store.any(ty, false))
            }
            Id::Strto(_) | Id::StrtoUnsigned(_) | Id::StrtoFloat(_) => {
                return Some(self.parse_number(store, args));
            }
            _ => return self.block_or_text(store, id, args),
        };
        Some(vec![(store, value)])
    }

    /// A new block, or null if it is too large or allocation may fail.
    fn allocate(&mut self, store: Store, size: Expr, is_zero: bool, args: &Arguments<'_>) -> Cases {
        let mut cases = Vec::new();
        let is_small = store.facts.most(&size).is_some_and(|most| most < LARGEST_BLOCK);
        if !is_small || self.task.failing_allocation {
            cases.push((store.clone(), Some(Value::null())));
        }
        let mut made = store;
        // No machine has more.
        if made.assume(&size.shifted(-i128::from(i64::MAX))).is_err() {
            return cases;
        }
        let id = ObjId::Heap(self.site(args.pos));
        let object = if is_zero { Object::zeroed(size) } else { Object::unset(size) };
        if self.create(&mut made, id, object, args.pos).is_some() {
            cases.push((made, Some(Value::address(Target::Object(id), Expr::default()))));
        }
        cases
    }

    /// A block that may be freed; `None` inside for null.
    fn freeable(&mut self, store: &Store, value: &Value, pos: Pos) -> Option<Option<ObjId>> {
        match value {
            Value::Ptr { target: Target::Null, .. } => Some(None),
            Value::Ptr { target: Target::Object(id @ ObjId::Heap(_)), offset, .. }
                if offset.as_constant() == Some(0) && store.objects.contains_key(id) =>
            {
                Some(Some(*id))
            }
            Value::Ptr { target: Target::Stale, .. } => {
                self.violate(pos, ViolationKind::DoubleFree);
                None
            }
            _ => {
                self.violate(pos, ViolationKind::InvalidFree);
                None
            }
        }
    }

    fn free(&mut self, mut store: Store, args: &Arguments<'_>) -> Cases {
        let Some(block) = self.freeable(&store, args.value(0), args.pos) else { return Vec::new() };
        if let Some(id) = block {
            store.end(id);
        }
        vec![(store, None)]
    }

    fn reallocate(&mut self, mut store: Store, args: &Arguments<'_>) -> Option<Cases> {
        let Some(old) = self.freeable(&store, args.value(0), args.pos) else { return Some(Vec::new()) };
        let size = args.number(&mut store, 1);
        let Some(old) = old else { return Some(self.allocate(store, size, false, args)) };
        if store.facts.least(&size).is_none_or(|least| least <= 0) {
            return None;
        }
        let mut cases = Vec::new();
        let is_small = store.facts.most(&size).is_some_and(|most| most < LARGEST_BLOCK);
        if !is_small || self.task.failing_allocation {
            cases.push((store.clone(), Some(Value::null())));
        }
        if store.assume(&size.shifted(-i128::from(i64::MAX))).is_err() {
            return Some(cases);
        }
        let mut object = Object::clone(&store.objects[&old]);
        let is_longer = object.size.minus(&size).is_some_and(|rest| store.facts.holds(&rest));
        if !is_longer {
            // The end of the old block may be lost.
            object = Object { rest: Content::Any, ..Object::unset(size.clone()) };
        }
        object.size = size.clone();
        object.suffix = size;
        store.objects.insert(old, std::rc::Rc::new(object));
        let object = store.taken(old)?;
        let id = ObjId::Heap(self.site(args.pos));
        self.create(&mut store, id, object, args.pos)?;
        cases.push((store, Some(Value::address(Target::Object(id), Expr::default()))));
        Some(cases)
    }

    /// A class of characters: a number that is not zero if the argument is in it.
    fn class(&mut self, store: &mut Store, class: CharClass, args: &Arguments<'_>) -> Option<Value> {
        let value = args.number(store, 0);
        let (low, high) = match class {
            CharClass::Alpha => (65, 122),
            CharClass::Alnum => (48, 122),
            CharClass::Digit => (48, 57),
            CharClass::Space | CharClass::Blank => (9, 32),
            CharClass::Upper => (65, 90),
            CharClass::Lower => (97, 122),
            CharClass::Punct | CharClass::Graph => (33, 126),
            CharClass::Xdigit => (48, 102),
            CharClass::Cntrl => (0, 127),
            CharClass::Print => (32, 126),
        };
        let sym = store.symbol(Some(0), Some(i32::MAX.into()));
        let facts = [value.times(-1).map(|minus| minus.shifted(low)), Some(value.shifted(-high))];
        for fact in facts.into_iter().flatten() {
            store.imply(Implication { sym, is_zero: false, fact }).ok()?;
        }
        Some(Value::int(Expr::of(sym)))
    }
}
