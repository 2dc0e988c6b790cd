//! `f as i64` saturates in Rust. The standard library comes compiled for processors that have an
//! instruction for it, which wasm2js, like binaryen's pass that is to replace it, treats as C's
//! cast: what does not fit becomes the smallest integer. So each becomes the call of a function
//! that compares first.

use walrus::ir::{BinaryOp, Call, Instr, InstrLocId, UnaryOp, Unop, Value, VisitorMut, dfs_pre_order_mut};
use walrus::{FunctionBuilder, FunctionId, Module, ValType};

use super::Error;

/// `module` without saturating instructions, and with their meaning.
///
/// # Errors
///
/// When the bytes are no WebAssembly.
pub fn saturate(module: &[u8]) -> Result<Vec<u8>, Error> {
    let parsed = Module::from_buffer(module);
    let mut module = parsed.map_err(|_| Error::NotWasm("its code cannot be read"))?;
    replace(&mut module);
    Ok(module.emit_wasm())
}

/// The functions that nothing calls are wasm-opt's to drop.
pub(super) fn replace(module: &mut Module) {
    let functions = CONVERSIONS.map(|conversion| conversion.function(module));
    let mut replace = Replace(functions);
    for (_, function) in module.funcs.iter_local_mut() {
        let entry = function.entry_block();
        dfs_pre_order_mut(&mut replace, function, entry);
    }
}

/// The functions in the order of [`CONVERSIONS`].
struct Replace([FunctionId; 8]);

impl VisitorMut for Replace {
    fn visit_instr_mut(&mut self, instr: &mut Instr, _: &mut InstrLocId) {
        let Instr::Unop(Unop { op }) = instr else { return };
        let at = match op {
            UnaryOp::I32TruncSSatF32 => 0,
            UnaryOp::I32TruncUSatF32 => 1,
            UnaryOp::I32TruncSSatF64 => 2,
            UnaryOp::I32TruncUSatF64 => 3,
            UnaryOp::I64TruncSSatF32 => 4,
            UnaryOp::I64TruncUSatF32 => 5,
            UnaryOp::I64TruncSSatF64 => 6,
            UnaryOp::I64TruncUSatF64 => 7,
            _ => return,
        };
        *instr = Call { func: self.0[at] }.into();
    }
}

struct Conversion {
    /// The instruction that traps on what does not fit.
    inner: UnaryOp,
    double: bool,
    /// The least integer, and the first number that is too large: a power of two, exact in both floats.
    least: i64,
    end: f64,
    /// The greatest integer, as bits.
    greatest: i64,
    long: bool,
}

const I32_END: f64 = 2_147_483_648.0;
const U32_END: f64 = 4_294_967_296.0;
const I64_END: f64 = 9_223_372_036_854_775_808.0;
const U64_END: f64 = 18_446_744_073_709_551_616.0;

const CONVERSIONS: [Conversion; 8] = [
    narrow(UnaryOp::I32TruncSF32, false, i32::MIN, I32_END, i32::MAX),
    narrow(UnaryOp::I32TruncUF32, false, 0, U32_END, -1),
    narrow(UnaryOp::I32TruncSF64, true, i32::MIN, I32_END, i32::MAX),
    narrow(UnaryOp::I32TruncUF64, true, 0, U32_END, -1),
    long(UnaryOp::I64TruncSF32, false, i64::MIN, I64_END, i64::MAX),
    long(UnaryOp::I64TruncUF32, false, 0, U64_END, -1),
    long(UnaryOp::I64TruncSF64, true, i64::MIN, I64_END, i64::MAX),
    long(UnaryOp::I64TruncUF64, true, 0, U64_END, -1),
];

const fn narrow(inner: UnaryOp, double: bool, least: i32, end: f64, greatest: i32) -> Conversion {
    Conversion { inner, double, least: least as i64, end, greatest: greatest as i64, long: false }
}

const fn long(inner: UnaryOp, double: bool, least: i64, end: f64, greatest: i64) -> Conversion {
    Conversion { inner, double, least, end, greatest, long: true }
}

impl Conversion {
    /// `x < end ? (x >= least ? inner(x) : least) : (x == x ? greatest : 0)`
    fn function(&self, module: &mut Module) -> FunctionId {
        let float = if self.double { ValType::F64 } else { ValType::F32 };
        let integer = if self.long { ValType::I64 } else { ValType::I32 };
        let (less, not_less, equal) = if self.double {
            (BinaryOp::F64Lt, BinaryOp::F64Ge, BinaryOp::F64Eq)
        } else {
            (BinaryOp::F32Lt, BinaryOp::F32Ge, BinaryOp::F32Eq)
        };
        let x = module.locals.add(float);
        let mut builder = FunctionBuilder::new(&mut module.types, &[float], &[integer]);
        builder.func_body().local_get(x).const_(self.float(self.end)).binop(less).if_else(
            integer,
            |small| {
                small.local_get(x).const_(self.float(self.least as f64)).binop(not_less).if_else(
                    integer,
                    |fits| {
                        fits.local_get(x).unop(self.inner);
                    },
                    |below| {
                        below.const_(self.integer(self.least));
                    },
                );
            },
            |large| {
                large.const_(self.integer(self.greatest)).const_(self.integer(0));
                large.local_get(x).local_get(x).binop(equal).select(None);
            },
        );
        builder.finish(vec![x], &mut module.funcs)
    }

    fn float(&self, value: f64) -> Value {
        if self.double { Value::F64(value) } else { Value::F32(value as f32) }
    }

    fn integer(&self, value: i64) -> Value {
        if self.long { Value::I64(value) } else { Value::I32(value as i32) }
    }
}
