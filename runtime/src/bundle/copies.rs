//! Copies of eight bytes. LLVM moves structs by loads and stores of 64 bits, which wasm2js takes
//! apart: into two of each, and into eight of each where the alignment is unknown. In the page of
//! a View that is one byte of twelve. So each copy becomes the call of a function, and copies that
//! go on where the last one ended become one call.

use std::mem;

use walrus::ir::{
    BinaryOp, Call, Const, Instr, InstrLocId, InstrSeq, Load, LoadKind, MemArg, Store, StoreKind, Value, VisitorMut,
    dfs_pre_order_mut,
};
use walrus::{FunctionBuilder, FunctionId, InstrSeqBuilder, LocalId, MemoryId, Module, ValType};

use super::Error;

/// `module` with the calls, for wasm2js.
///
/// # Errors
///
/// When the bytes are no WebAssembly.
pub fn copies(module: &[u8]) -> Result<Vec<u8>, Error> {
    let parsed = Module::from_buffer(module);
    let mut module = parsed.map_err(|_| Error::NotWasm("its code cannot be read"))?;
    replace(&mut module);
    Ok(module.emit_wasm())
}

/// The functions that nothing calls are wasm-opt's to drop.
fn replace(module: &mut Module) {
    let Some(memory) = module.memories.iter().next().map(|memory| memory.id()) else { return };
    let mut replace = Replace(ALL.map(|kind| (kind, kind.function(module, memory))));
    for (id, function) in module.funcs.iter_local_mut() {
        // They are made of what they replace.
        if replace.0.iter().all(|(_, own)| *own != id) {
            let entry = function.entry_block();
            dfs_pre_order_mut(&mut replace, function, entry);
        }
    }
}

struct Replace([(Kind, FunctionId); 6]);

impl VisitorMut for Replace {
    fn start_instr_seq_mut(&mut self, seq: &mut InstrSeq) {
        let mut last: Option<Run> = None;
        let given = mem::take(&mut seq.instrs);
        for (instr, at) in given {
            seq.instrs.push((instr, at));
            let Some(copy) = Copy::ends(&seq.instrs) else { continue };
            // Only the addresses stay, wherever they are computed.
            seq.instrs.truncate(seq.instrs.len() - 2);
            let run = Run::of(copy, &seq.instrs);
            let longer = last.zip(run).and_then(|(last, run)| last.and(run, seq.instrs.len()));
            if let Some(longer) = longer {
                seq.instrs.truncate(longer.starts + 2);
            }
            let copy = longer.or(run).map_or(copy, |run| run.copy);
            self.call(copy, &mut seq.instrs, at);
            last = longer.or(run).map(|run| Run { ends: seq.instrs.len(), ..run });
        }
    }
}

impl Replace {
    /// Where to and where from are on the stack.
    fn call(&self, copy: Copy, instrs: &mut Vec<(Instr, InstrLocId)>, at: InstrLocId) {
        let bytes = (copy.bytes > 8).then_some(copy.bytes);
        for number in [copy.to, copy.from].into_iter().chain(bytes) {
            instrs.push((Const { value: Value::I32(number as i32) }.into(), at));
        }
        let called = self.0.iter().find(|(kind, _)| *kind == copy.kind);
        instrs.extend(called.map(|(_, func)| (Call { func: *func }.into(), at)));
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kind {
    order: Order,
    aligned: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// Eight bytes.
    One,
    /// Eights, from the first to the last. What overlaps must come out as it did.
    Up,
    /// Eights, from the last to the first.
    Down,
}

const ALL: [Kind; 6] = {
    const fn kind(order: Order, aligned: bool) -> Kind {
        Kind { order, aligned }
    }
    use Order::{Down, One, Up};
    [kind(One, true), kind(Up, true), kind(Down, true), kind(One, false), kind(Up, false), kind(Down, false)]
};

/// A copy between two addresses, each with an offset.
#[derive(Clone, Copy)]
struct Copy {
    kind: Kind,
    to: u32,
    from: u32,
    bytes: u32,
}

impl Copy {
    /// Whether the last two of `instrs` load what they store.
    fn ends(instrs: &[(Instr, InstrLocId)]) -> Option<Copy> {
        let [.., (Instr::Load(load), _), (Instr::Store(store), _)] = instrs else { return None };
        if !matches!((load.kind, store.kind), (LoadKind::I64 { atomic: false }, StoreKind::I64 { atomic: false })) {
            return None;
        }
        let aligned = load.arg.align.min(store.arg.align) >= 4;
        let (to, from) = (u32::try_from(store.arg.offset).ok()?, u32::try_from(load.arg.offset).ok()?);
        Some(Copy { kind: Kind { order: Order::One, aligned }, to, from, bytes: 8 })
    }

    /// This copy and `next` after it, as one.
    fn and(self, next: Copy) -> Option<Copy> {
        let bytes = self.bytes + next.bytes;
        let up = next.to == self.to.checked_add(self.bytes)? && next.from == self.from.checked_add(self.bytes)?;
        let down = next.to.checked_add(next.bytes)? == self.to && next.from.checked_add(next.bytes)? == self.from;
        let (order, first) = match self.kind.order {
            Order::One | Order::Up if up => (Order::Up, self),
            Order::One | Order::Down if down => (Order::Down, next),
            _ => return None,
        };
        // Eights that follow each other are all aligned if one is.
        let aligned = self.kind.aligned || next.kind.aligned;
        Some(Copy { kind: Kind { order, aligned }, bytes, ..first })
    }
}

/// A copy between the addresses in two variables, and where its instructions start and end.
#[derive(Clone, Copy)]
struct Run {
    copy: Copy,
    to: LocalId,
    from: LocalId,
    starts: usize,
    ends: usize,
}

impl Run {
    /// `instrs` ends with the addresses.
    fn of(copy: Copy, instrs: &[(Instr, InstrLocId)]) -> Option<Run> {
        let [.., (Instr::LocalGet(to), _), (Instr::LocalGet(from), _)] = instrs else { return None };
        Some(Run { copy, to: to.local, from: from.local, starts: instrs.len() - 2, ends: instrs.len() })
    }

    /// This and `next`, whose addresses are the last two of `length` instructions.
    fn and(self, next: Run, length: usize) -> Option<Run> {
        let same = (self.to, self.from) == (next.to, next.from);
        let at_once = self.ends == next.starts && next.ends == length;
        (same && at_once).then_some(())?;
        Some(Run { copy: self.copy.and(next.copy)?, ..self })
    }
}

impl Kind {
    /// `copy(to, from, to_offset, from_offset)`, and for more than eight bytes how many.
    fn function(self, module: &mut Module, memory: MemoryId) -> FunctionId {
        let parameters = if self.order == Order::One { 4 } else { 5 };
        let locals: Vec<_> = (0..parameters).map(|_| module.locals.add(ValType::I32)).collect();
        let mut builder = FunctionBuilder::new(&mut module.types, &vec![ValType::I32; parameters], &[]);
        let (to, from) = (locals[0], locals[1]);
        let mut body = builder.func_body();
        for (address, offset) in [(to, locals[2]), (from, locals[3])] {
            body.local_get(address).local_get(offset).binop(BinaryOp::I32Add).local_set(address);
        }
        match (self.order, locals.get(4)) {
            (Order::Up, Some(left)) => {
                body.loop_(None, |again| {
                    self.move_one(again, to, from, memory);
                    step(again, &[to, from], 8);
                    repeat(again, *left);
                });
            }
            (Order::Down, Some(left)) => {
                for address in [to, from] {
                    body.local_get(address).local_get(*left).binop(BinaryOp::I32Add).local_set(address);
                }
                body.loop_(None, |again| {
                    step(again, &[to, from], -8);
                    self.move_one(again, to, from, memory);
                    repeat(again, *left);
                });
            }
            _ => self.move_one(&mut body, to, from, memory),
        }
        builder.finish(locals, &mut module.funcs)
    }

    fn move_one(self, body: &mut InstrSeqBuilder, to: LocalId, from: LocalId, memory: MemoryId) {
        let arg = MemArg { align: if self.aligned { 4 } else { 1 }, offset: 0 };
        body.local_get(to).local_get(from);
        body.instr(Load { memory, kind: LoadKind::I64 { atomic: false }, arg });
        body.instr(Store { memory, kind: StoreKind::I64 { atomic: false }, arg });
    }
}

fn step(body: &mut InstrSeqBuilder, addresses: &[LocalId], bytes: i32) {
    for &address in addresses {
        body.local_get(address).i32_const(bytes).binop(BinaryOp::I32Add).local_set(address);
    }
}

/// Ends a loop's round: again, while bytes are left.
fn repeat(body: &mut InstrSeqBuilder, left: LocalId) {
    let again = body.id();
    body.local_get(left).i32_const(8).binop(BinaryOp::I32Sub).local_tee(left).br_if(again);
}
