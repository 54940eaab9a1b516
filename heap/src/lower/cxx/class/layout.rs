//! Where the bases of a class are in its objects, by the rules of the ABI of this target.
//!
//! libclang tells where fields begin and how large objects are, but not where bases begin. What is computed
//! here must fit into both; a class for which it does not is not supported.

use super::{Part, definition};
use crate::clang::{CType, Cursor, CxxKind, Kind};
use crate::lower::cxx::{Probe, type_name};
use crate::lower::unit::UnitLowering;
use std::rc::Rc;

/// A class that another one is derived from.
#[derive(Clone, Copy)]
pub(in crate::lower) struct Base<'u> {
    pub(in crate::lower) ctype: CType<'u>,
    pub(in crate::lower) is_virtual: bool,
    /// Whether everyone may use it as a base.
    pub(in crate::lower) is_public: bool,
}

/// The layout of the objects of a class.
pub(in crate::lower) struct Layout<'u> {
    /// The bases that it names and that are not virtual, in order.
    pub(in crate::lower) bases: Vec<Part<'u>>,
    /// All its virtual bases, where they are in an object that is no part of another one; in the order of
    /// their construction.
    pub(in crate::lower) virtual_bases: Vec<Part<'u>>,
    /// The bytes without virtual bases.
    size: u64,
    is_empty: bool,
    /// The virtual base whose table is that of the object.
    primary: Option<CType<'u>>,
}

/// An object that is a part of another one, as one of its bases, or that object itself.
pub(in crate::lower) struct SubObject<'u> {
    pub(in crate::lower) class: CType<'u>,
    pub(in crate::lower) offset: i64,
    /// The objects that it is a base of, directly or not, by their numbers.
    pub(in crate::lower) around: Vec<usize>,
    /// Whether everyone may use it as a base of the whole object.
    pub(in crate::lower) is_public: bool,
}

/// An object that is the base of a larger one, and the place of its virtual bases is known by that.
#[derive(Clone, Copy)]
pub(in crate::lower) struct Within<'u> {
    pub(in crate::lower) complete: CType<'u>,
    pub(in crate::lower) offset: u64,
}

impl<'u> UnitLowering<'_, 'u> {
    /// The classes that a class is derived from, as it names them; nothing if they are not known.
    pub(in crate::lower) fn named_bases(&self, class: CType<'u>) -> Option<Vec<Base<'u>>> {
        let definition = definition(class);
        let is_instance = definition.is_instance() && definition.children().is_empty();
        let children = if is_instance { definition.template_children() } else { definition.children() };
        let is_base = |child: &Cursor<'u>| child.kind() == Kind::Cxx(CxxKind::Base);
        let found: Vec<Cursor<'u>> = children.into_iter().filter(is_base).collect();
        let is_known = |base: &Cursor<'u>| !super::is_dependent(base.ctype());
        if found.iter().all(is_known) {
            return Some(found.into_iter().map(|base| Base::of(base, base.ctype())).collect());
        }
        self.dependent_bases(class, &found)
    }

    /// Bases of an instance of a template that depend on its parameters: probe code names them.
    fn dependent_bases(&self, class: CType<'u>, bases: &[Cursor<'u>]) -> Option<Vec<Base<'u>>> {
        let cxx = self.cxx.as_ref()?;
        let key = Probe::Bases(type_name(class), Default::default());
        if let Some(shown) = cxx.probed.get(&key) {
            let function = shown.first()?;
            let types: Vec<CType<'u>> =
                function.arguments().iter().skip(1).map(|parameter| parameter.ctype().pointee()).collect();
            let is_same = types.len() == bases.len() && types.iter().all(|ty| !super::is_dependent(*ty));
            return is_same.then(|| bases.iter().zip(types).map(|(base, ty)| Base::of(*base, ty)).collect());
        }
        let template = definition(class).template()?;
        let head = self.written(template)?;
        let written = bases.iter().map(|base| self.written(*base));
        let written = written.collect::<Option<Vec<String>>>()?;
        let probe = Probe::bases(type_name(class), template, &head, &written)?;
        cxx.wanted.borrow_mut().insert(probe);
        None
    }

    /// The layout of a class; nothing if its bases are not known.
    pub(in crate::lower) fn layout(&self, class: CType<'u>) -> Option<Rc<Layout<'u>>> {
        let key = class.canonical().identity();
        let cxx = self.cxx.as_ref()?;
        if let Some(known) = cxx.layouts.borrow().get(&key) {
            return known.clone();
        }
        let made = self.make_layout(class).map(Rc::new);
        cxx.layouts.borrow_mut().insert(key, made.clone());
        made
    }

    fn make_layout(&self, class: CType<'u>) -> Option<Layout<'u>> {
        let named = self.named_bases(class)?;
        let is_dynamic = self.is_dynamic(class);
        let own = |base: &&Base<'u>| !base.is_virtual;
        let first = named.iter().filter(own).find(|base| self.is_dynamic(base.ctype)).copied();
        let primary = match is_dynamic && first.is_none() {
            true => self.virtual_primary(&named)?,
            false => None,
        };
        let mut end = match is_dynamic && first.is_none() {
            true => u64::from(self.linker.target.pointer_bytes),
            false => 0,
        };
        let mut places: Vec<Part<'u>> = Vec::new();
        let mut is_empty = !is_dynamic;
        let rest = named.iter().filter(own).filter(|base| first.is_none_or(|first| !base.is(first.ctype)));
        for base in first.iter().chain(rest) {
            let inner = self.layout(base.ctype)?;
            is_empty &= inner.is_empty;
            let offset = if inner.is_empty { 0 } else { round_up(end, base.ctype.align()?) };
            places.push(Part { ctype: base.ctype, offset, field: None });
            if !inner.is_empty {
                end = offset + inner.size;
            }
        }
        let order = named.iter().filter(own);
        let bases =
            order.filter_map(|base| places.iter().find(|part| base.is(part.ctype)).copied()).collect();
        for field in self.field_parts(class) {
            is_empty = false;
            if field.offset < end && definition(class).kind() != Kind::UnionDecl {
                return None;
            }
        }
        let fields_end = self.field_parts(class).iter().filter_map(field_end).max().unwrap_or(0);
        end = end.max(fields_end);
        let whole = class.canonical().size()?;
        let size = if class.is_pod() { whole } else { end };
        let mut layout = Layout { bases, virtual_bases: Vec::new(), size, is_empty, primary };
        self.place_virtual_bases(class, &named, &mut layout)?;
        let used =
            layout.virtual_bases.iter().map(|part| Some(part.offset + self.layout(part.ctype)?.used()));
        let last = used.collect::<Option<Vec<u64>>>()?.into_iter().max().unwrap_or(0).max(end);
        (last <= whole).then_some(layout)
    }

    /// The virtual base that has nothing but a table, which the class then shares.
    fn virtual_primary(&self, named: &[Base<'u>]) -> Option<Option<CType<'u>>> {
        let all = self.virtual_classes(named)?;
        let mut taken = Vec::new();
        for base in named.iter().map(|base| base.ctype).chain(all.iter().copied()) {
            let layout = self.layout(base)?;
            taken.extend(layout.primary.map(type_name));
        }
        let bare: Vec<CType<'u>> = all.into_iter().filter(|class| self.is_bare(*class)).collect();
        let free = bare.iter().find(|class| !taken.contains(&type_name(**class)));
        Some(free.or(bare.first()).copied())
    }

    /// The virtual bases below these, each before those that it has itself.
    fn virtual_classes(&self, named: &[Base<'u>]) -> Option<Vec<CType<'u>>> {
        let mut found: Vec<CType<'u>> = Vec::new();
        for base in named {
            if base.is_virtual && !found.iter().any(|known| base.is(*known)) {
                found.push(base.ctype);
            }
            for inner in self.virtual_classes(&self.named_bases(base.ctype)?)? {
                if !found.iter().any(|known| type_name(*known) == type_name(inner)) {
                    found.push(inner);
                }
            }
        }
        Some(found)
    }

    /// Whether objects of a class have a table and nothing else.
    fn is_bare(&self, class: CType<'u>) -> bool {
        let pointer = u64::from(self.linker.target.pointer_bytes);
        self.is_dynamic(class)
            && class.fields().is_empty()
            && self.layout(class).is_some_and(|layout| layout.size == pointer)
    }

    fn place_virtual_bases(
        &self,
        class: CType<'u>,
        named: &[Base<'u>],
        layout: &mut Layout<'u>,
    ) -> Option<()> {
        let wanted = self.virtual_classes(named)?;
        if wanted.is_empty() {
            return Some(());
        }
        let mut placed: Vec<Part<'u>> = Vec::new();
        if let Some(primary) = layout.primary {
            placed.push(Part { ctype: primary, offset: 0, field: None });
        }
        for base in &layout.bases {
            self.place_primaries(base.ctype, base.offset, &mut placed)?;
        }
        let mut end = layout.size;
        for base in wanted {
            if placed.iter().any(|part| type_name(part.ctype) == type_name(base)) {
                continue;
            }
            let inner = self.layout(base)?;
            let offset = if inner.is_empty { 0 } else { round_up(end, base.align()?) };
            placed.push(Part { ctype: base, offset, field: None });
            self.place_primaries(base, offset, &mut placed)?;
            if !inner.is_empty {
                end = offset + inner.size;
            }
        }
        // Those that a base has are constructed before it.
        let mut order = Vec::new();
        self.construction_order(class, &mut order)?;
        let find = |class: &CType<'u>| {
            placed.iter().find(|part| type_name(part.ctype) == type_name(*class)).copied()
        };
        layout.virtual_bases = order.iter().map(find).collect::<Option<Vec<Part<'u>>>>()?;
        Some(())
    }

    /// Virtual bases that share the table of an object at this place.
    fn place_primaries(&self, class: CType<'u>, offset: u64, placed: &mut Vec<Part<'u>>) -> Option<()> {
        let layout = self.layout(class)?;
        if let Some(primary) = layout.primary
            && !placed.iter().any(|part| type_name(part.ctype) == type_name(primary))
        {
            placed.push(Part { ctype: primary, offset, field: None });
        }
        layout
            .bases
            .iter()
            .try_for_each(|base| self.place_primaries(base.ctype, offset + base.offset, placed))
    }

    fn construction_order(&self, class: CType<'u>, found: &mut Vec<CType<'u>>) -> Option<()> {
        for base in self.named_bases(class)? {
            self.construction_order(base.ctype, found)?;
            if base.is_virtual && !found.iter().any(|known| base.is(*known)) {
                found.push(base.ctype);
            }
        }
        Some(())
    }

    /// Whether the place of some base of a class depends on the object that it is in.
    pub(in crate::lower) fn has_virtual_bases(&self, class: CType<'u>) -> bool {
        self.layout(class).is_some_and(|layout| !layout.virtual_bases.is_empty())
    }

    /// An object of a class and all its bases; in a larger object, virtual bases are where that has them.
    pub(in crate::lower) fn sub_objects(
        &self,
        class: CType<'u>,
        within: Option<Within<'u>>,
    ) -> Option<Vec<SubObject<'u>>> {
        let within = within.unwrap_or(Within { complete: class, offset: 0 });
        let whole = self.layout(within.complete)?;
        let places = whole.virtual_bases.iter();
        let places: Vec<(String, i64)> =
            places.map(|part| (type_name(part.ctype), part.offset as i64 - within.offset as i64)).collect();
        let mut found = Vec::new();
        self.add_sub_objects(class, (0, true), &[], &places, &mut found)?;
        Some(found)
    }

    fn add_sub_objects(
        &self,
        class: CType<'u>,
        (offset, is_public): (i64, bool),
        around: &[usize],
        places: &[(String, i64)],
        found: &mut Vec<SubObject<'u>>,
    ) -> Option<()> {
        let mut inner = around.to_vec();
        inner.push(found.len());
        found.push(SubObject { class, offset, around: around.to_vec(), is_public });
        let layout = self.layout(class)?;
        for base in self.named_bases(class)? {
            let is_public = is_public && base.is_public;
            if !base.is_virtual {
                let part = layout.bases.iter().find(|part| base.is(part.ctype))?;
                let offset = offset + part.offset as i64;
                self.add_sub_objects(base.ctype, (offset, is_public), &inner, places, found)?;
                continue;
            }
            let known = found.iter().position(|sub| base.is(sub.class) && is_shared(sub, found, self));
            match known {
                Some(known) => {
                    for (index, sub) in found.iter_mut().enumerate() {
                        if index == known || sub.around.contains(&known) {
                            sub.is_public |= is_public;
                            let new: Vec<usize> =
                                inner.iter().copied().filter(|outer| !sub.around.contains(outer)).collect();
                            sub.around.extend(new);
                        }
                    }
                }
                None => {
                    let name = type_name(base.ctype);
                    let offset = places.iter().find(|(known, _)| *known == name)?.1;
                    self.add_sub_objects(base.ctype, (offset, is_public), &inner, places, found)?;
                }
            }
        }
        Some(())
    }
}

/// Whether a part of an object that was found before is its virtual base, and not another object of that
/// class: the class right around it names it so.
fn is_shared<'u>(sub: &SubObject<'u>, found: &[SubObject<'u>], unit: &UnitLowering<'_, 'u>) -> bool {
    sub.around.last().is_some_and(|&outer| {
        let named = unit.named_bases(found[outer].class).unwrap_or_default();
        named.iter().any(|base| base.is_virtual && base.is(sub.class))
    })
}

impl<'u> Base<'u> {
    fn of(base: Cursor<'u>, ctype: CType<'u>) -> Base<'u> {
        Base { ctype, is_virtual: base.is_virtual_base(), is_public: base.is_public() }
    }

    /// Whether it is this class.
    pub(in crate::lower) fn is(&self, class: CType<'u>) -> bool {
        type_name(self.ctype) == type_name(class)
    }
}

impl Layout<'_> {
    fn used(&self) -> u64 {
        if self.is_empty { 0 } else { self.size }
    }
}

fn field_end(part: &Part<'_>) -> Option<u64> {
    let field = part.field?;
    match field.bit_width() {
        Some(width) => Some((field.field_bit_offset()? + u64::from(width)).div_ceil(8)),
        None if part.ctype.kind() == crate::clang::TypeKind::Reference => Some(part.offset + 8),
        None => Some(part.offset + part.ctype.size()?),
    }
}

fn round_up(value: u64, step: u64) -> u64 {
    value.div_ceil(step.max(1)) * step.max(1)
}
