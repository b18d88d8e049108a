//! From a program to Cranelift's form, function by function.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, AbiParam, InstBuilder, MemFlags, Signature, Value, types};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use cranelift_jit::JITModule;
use cranelift_module::{FuncId, Module};
use ludarium_machine::ir::{
    Array, Binary, Block, Expr, Function, MOST_ROUNDS, Node, Program, Space, Statement, Unary, Width,
};
use std::collections::HashMap;

/// The call, state, scratch, constants; then the parameters.
pub fn signature(module: &JITModule, parameters: u32) -> Signature {
    let mut signature = module.make_signature();
    for _ in 0..4 + parameters {
        signature.params.push(AbiParam::new(types::I64));
    }
    signature.returns.push(AbiParam::new(types::I64));
    signature
}

struct Translator<'p, 'b> {
    program: &'p Program,
    b: FunctionBuilder<'b>,
    module: &'p mut JITModule,
    ids: &'p [FuncId],
    service: FuncId,
    /// The call, state, scratch, constants.
    places: [Value; 4],
    locals: Vec<Variable>,
    exits: Vec<ir::Block>,
    callees: HashMap<FuncId, ir::FuncRef>,
}

pub fn function(
    program: &Program,
    f: Function,
    ids: &[FuncId],
    service: FuncId,
    module: &mut JITModule,
    context: &mut cranelift_codegen::Context,
    frontend: &mut FunctionBuilderContext,
) {
    let info = program.function(f);
    context.func.signature = signature(module, info.parameters);
    let mut b = FunctionBuilder::new(&mut context.func, frontend);
    let entry = b.create_block();
    b.append_block_params_for_function_params(entry);
    b.switch_to_block(entry);
    b.seal_block(entry);
    let parameters = b.block_params(entry).to_vec();
    let locals: Vec<Variable> = (0..info.locals).map(|_| b.declare_var(types::I64)).collect();
    let places = [parameters[0], parameters[1], parameters[2], parameters[3]];
    let zero = b.ins().iconst(types::I64, 0);
    for (i, &local) in locals.iter().enumerate() {
        let value = parameters.get(4 + i).copied().filter(|_| i < info.parameters as usize).unwrap_or(zero);
        b.def_var(local, value);
    }
    let mut t = Translator {
        program,
        b,
        module,
        ids,
        service,
        places,
        locals,
        exits: Vec::new(),
        callees: HashMap::new(),
    };
    t.block(info.body);
    // (Every body ends with a return; what comes after it is never reached.)
    let zero = t.b.ins().iconst(types::I64, 0);
    t.b.ins().return_(&[zero]);
    t.b.seal_all_blocks();
    t.b.finalize();
}

impl Translator<'_, '_> {
    fn fresh(&mut self) -> ir::Block {
        self.b.create_block()
    }

    fn block(&mut self, block: Block) {
        let program = self.program;
        for s in program.block(block) {
            match s {
                Statement::Set(l, e) => {
                    let v = self.value(*e);
                    self.b.def_var(self.locals[l.0 as usize], v);
                }
                Statement::Store(a, i, e) => {
                    let v = self.value(*e);
                    self.store(*a, *i, v);
                }
                Statement::Do(e) => {
                    self.value(*e);
                }
                Statement::If(cond, then, otherwise) => self.branch(*cond, *then, *otherwise),
                Statement::ForBits { word, base, bit, body } => self.for_bits(*word, *base, bit.0, *body),
                Statement::Loop(body) => {
                    let (header, inside, exit) = (self.fresh(), self.fresh(), self.fresh());
                    let rounds = self.b.declare_var(types::I64);
                    let most = self.b.ins().iconst(types::I64, MOST_ROUNDS);
                    self.b.def_var(rounds, most);
                    self.b.ins().jump(header, &[]);
                    self.b.switch_to_block(header);
                    let left = self.b.use_var(rounds);
                    let less = self.b.ins().iadd_imm(left, -1);
                    self.b.def_var(rounds, less);
                    self.b.ins().brif(left, inside, &[], exit, &[]);
                    self.b.switch_to_block(inside);
                    self.exits.push(exit);
                    self.block(*body);
                    self.exits.pop();
                    self.b.ins().jump(header, &[]);
                    self.b.switch_to_block(exit);
                }
                Statement::Break => {
                    if let Some(&exit) = self.exits.last() {
                        self.b.ins().jump(exit, &[]);
                    }
                    let rest = self.fresh();
                    self.b.switch_to_block(rest);
                    return;
                }
                Statement::Return(e) => {
                    let v = self.value(*e);
                    self.b.ins().return_(&[v]);
                    let rest = self.fresh();
                    self.b.switch_to_block(rest);
                    return;
                }
            }
        }
    }

    fn branch(&mut self, cond: Expr, then: Block, otherwise: Block) {
        let (a, done) = (self.fresh(), self.fresh());
        let no_else = self.program.block(otherwise).is_empty();
        let b = if no_else { done } else { self.fresh() };
        self.condition(cond, a, b);
        self.b.switch_to_block(a);
        self.block(then);
        self.b.ins().jump(done, &[]);
        if !no_else {
            self.b.switch_to_block(b);
            self.block(otherwise);
            self.b.ins().jump(done, &[]);
        }
        self.b.switch_to_block(done);
    }

    /// Goes to one block or the other.
    fn condition(&mut self, cond: Expr, yes: ir::Block, no: ir::Block) {
        match self.program.node(cond) {
            Node::Both(a, b) => {
                let next = self.fresh();
                self.condition(*a, next, no);
                self.b.switch_to_block(next);
                self.condition(*b, yes, no);
            }
            Node::Either(a, b) => {
                let next = self.fresh();
                self.condition(*a, yes, next);
                self.b.switch_to_block(next);
                self.condition(*b, yes, no);
            }
            Node::Unary(Unary::Not, a) => self.condition(*a, no, yes),
            Node::Binary(op, a, b) if compares(*op).is_some() => {
                let (a, b) = (self.value(*a), self.value(*b));
                let cc = compares(*op).unwrap_or(IntCC::Equal);
                let c = self.b.ins().icmp(cc, a, b);
                self.b.ins().brif(c, yes, &[], no, &[]);
            }
            _ => {
                let v = self.value(cond);
                self.b.ins().brif(v, yes, &[], no, &[]);
            }
        }
    }

    fn for_bits(&mut self, word: Expr, base: Expr, bit: u32, body: Block) {
        let word = self.value(word);
        let base = self.value(base);
        let left = self.b.declare_var(types::I64);
        self.b.def_var(left, word);
        let (header, inside, exit) = (self.fresh(), self.fresh(), self.fresh());
        self.b.ins().jump(header, &[]);
        self.b.switch_to_block(header);
        let now = self.b.use_var(left);
        self.b.ins().brif(now, inside, &[], exit, &[]);
        self.b.switch_to_block(inside);
        let index = self.b.ins().ctz(now);
        let site = self.b.ins().iadd(base, index);
        self.b.def_var(self.locals[bit as usize], site);
        let less = self.b.ins().iadd_imm(now, -1);
        let rest = self.b.ins().band(now, less);
        self.b.def_var(left, rest);
        self.exits.push(exit);
        self.block(body);
        self.exits.pop();
        self.b.ins().jump(header, &[]);
        self.b.switch_to_block(exit);
    }

    /// The place of an array, and whether it is read only.
    fn place(&self, space: Space) -> (Value, MemFlags) {
        let flags = MemFlags::trusted();
        match space {
            Space::State => (self.places[1], flags),
            Space::Scratch => (self.places[2], flags),
            Space::Constant => (self.places[3], flags.with_readonly().with_can_move()),
        }
    }

    fn load(&mut self, a: Array, index: Expr) -> Value {
        let info = self.program.array(a);
        let (place, flags) = self.place(info.space);
        let width = info.width.bytes();
        let (address, offset) = match self.program.constant(index) {
            Some(i) => {
                let i = usize::try_from(i).ok().filter(|&i| i < info.len).unwrap_or(info.len);
                (place, (info.offset + i * width) as i32)
            }
            None => {
                let (len, offset) = (info.len as i64, info.offset as i32);
                let i = self.value(index);
                let most = self.b.ins().iconst(types::I64, len);
                // Whatever is not an index of the array reads what lies behind it.
                let i = self.b.ins().umin(i, most);
                let i =
                    if width == 1 { i } else { self.b.ins().ishl_imm(i, i64::from(width.trailing_zeros())) };
                (self.b.ins().iadd(place, i), offset)
            }
        };
        match self.program.array(a).width {
            Width::Byte => self.b.ins().uload8(types::I64, flags, address, offset),
            Width::Half => self.b.ins().sload32(flags, address, offset),
            Width::Word => self.b.ins().load(types::I64, flags, address, offset),
        }
    }

    fn store(&mut self, a: Array, index: Expr, value: Value) {
        let info = self.program.array(a);
        let (place, flags) = self.place(info.space);
        let (width, len, begin) = (info.width, info.len, info.offset);
        let put = |t: &mut Self, address: Value, offset: i32| {
            match width {
                Width::Byte => t.b.ins().istore8(flags, value, address, offset),
                Width::Half => t.b.ins().istore32(flags, value, address, offset),
                Width::Word => t.b.ins().store(flags, value, address, offset),
            };
        };
        match self.program.constant(index) {
            Some(i) => {
                if let Some(i) = usize::try_from(i).ok().filter(|&i| i < len) {
                    put(self, place, (begin + i * width.bytes()) as i32);
                }
            }
            None => {
                let i = self.value(index);
                let most = self.b.ins().iconst(types::I64, len as i64);
                let inside = self.b.ins().icmp(IntCC::UnsignedLessThan, i, most);
                let (write, done) = (self.fresh(), self.fresh());
                self.b.ins().brif(inside, write, &[], done, &[]);
                self.b.switch_to_block(write);
                let shifted = self.b.ins().ishl_imm(i, i64::from(width.bytes().trailing_zeros()));
                let address = self.b.ins().iadd(place, shifted);
                put(self, address, begin as i32);
                self.b.ins().jump(done, &[]);
                self.b.switch_to_block(done);
            }
        }
    }

    fn value(&mut self, e: Expr) -> Value {
        let program = self.program;
        match program.node(e) {
            Node::Constant(n) => self.b.ins().iconst(types::I64, *n),
            Node::Local(l) => self.b.use_var(self.locals[l.0 as usize]),
            Node::Load(a, i) => self.load(*a, *i),
            Node::Unary(op, a) => {
                let a = self.value(*a);
                match op {
                    Unary::Not => {
                        let c = self.b.ins().icmp_imm(IntCC::Equal, a, 0);
                        self.b.ins().uextend(types::I64, c)
                    }
                    Unary::BitNot => self.b.ins().bnot(a),
                    Unary::Ones => self.b.ins().popcnt(a),
                    Unary::TrailingZeros => self.b.ins().ctz(a),
                }
            }
            Node::Binary(op, a, b) => {
                let (a, b) = (self.value(*a), self.value(*b));
                self.binary(*op, a, b)
            }
            Node::Select(c, a, b) => {
                let (c, a, b) = (self.value(*c), self.value(*a), self.value(*b));
                self.b.ins().select(c, a, b)
            }
            Node::Both(..) | Node::Either(..) => {
                let (yes, no, done) = (self.fresh(), self.fresh(), self.fresh());
                let result = self.b.append_block_param(done, types::I64);
                self.condition(e, yes, no);
                for (block, value) in [(yes, 1), (no, 0)] {
                    self.b.switch_to_block(block);
                    let v = self.b.ins().iconst(types::I64, value);
                    self.b.ins().jump(done, &[v.into()]);
                }
                self.b.switch_to_block(done);
                result
            }
            Node::Choose(c, a, b) => {
                let (yes, no, done) = (self.fresh(), self.fresh(), self.fresh());
                let result = self.b.append_block_param(done, types::I64);
                self.condition(*c, yes, no);
                for (block, e) in [(yes, *a), (no, *b)] {
                    self.b.switch_to_block(block);
                    let v = self.value(e);
                    self.b.ins().jump(done, &[v.into()]);
                }
                self.b.switch_to_block(done);
                result
            }
            Node::After(block, e) => {
                self.block(*block);
                self.value(*e)
            }
            Node::Call(f, args) => {
                let mut values = self.places.to_vec();
                values.extend(args.iter().map(|&a| self.value(a)));
                let callee = self.callee(self.ids[f.0 as usize]);
                let call = self.b.ins().call(callee, &values);
                self.b.inst_results(call)[0]
            }
            Node::Service(s, args) => {
                let number = self.b.ins().iconst(types::I64, crate::number_of(*s));
                let zero = self.b.ins().iconst(types::I64, 0);
                let mut values = vec![self.places[0], self.places[1], number];
                values.extend(args.iter().map(|&a| self.value(a)));
                values.resize(crate::SERVICE_PARAMETERS, zero);
                let callee = self.callee(self.service);
                let call = self.b.ins().call(callee, &values);
                self.b.inst_results(call)[0]
            }
        }
    }

    fn callee(&mut self, id: FuncId) -> ir::FuncRef {
        if let Some(&f) = self.callees.get(&id) {
            return f;
        }
        let f = self.module.declare_func_in_func(id, self.b.func);
        self.callees.insert(id, f);
        f
    }

    fn binary(&mut self, op: Binary, a: Value, b: Value) -> Value {
        if let Some(cc) = compares(op) {
            let c = self.b.ins().icmp(cc, a, b);
            return self.b.ins().uextend(types::I64, c);
        }
        match op {
            Binary::Add => self.b.ins().iadd(a, b),
            Binary::Sub => self.b.ins().isub(a, b),
            Binary::Mul => self.b.ins().imul(a, b),
            Binary::Div | Binary::Rem => {
                // By nothing it is nothing; by minus one nothing overflows, because numbers are small.
                let zero = self.b.ins().iconst(types::I64, 0);
                let one = self.b.ins().iconst(types::I64, 1);
                let none = self.b.ins().icmp(IntCC::Equal, b, zero);
                let divisor = self.b.ins().select(none, one, b);
                let result = if op == Binary::Div {
                    self.b.ins().sdiv(a, divisor)
                } else {
                    self.b.ins().srem(a, divisor)
                };
                self.b.ins().select(none, zero, result)
            }
            Binary::Min => self.b.ins().smin(a, b),
            Binary::Max => self.b.ins().smax(a, b),
            Binary::And => self.b.ins().band(a, b),
            Binary::Or => self.b.ins().bor(a, b),
            Binary::Xor => self.b.ins().bxor(a, b),
            Binary::AndNot => self.b.ins().band_not(a, b),
            Binary::Shl => self.b.ins().ishl(a, b),
            Binary::Shr => self.b.ins().ushr(a, b),
            Binary::MulHigh => self.b.ins().umulhi(a, b),
            Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Under => a,
        }
    }
}

/// The condition of a comparison.
fn compares(op: Binary) -> Option<IntCC> {
    match op {
        Binary::Eq => Some(IntCC::Equal),
        Binary::Ne => Some(IntCC::NotEqual),
        Binary::Lt => Some(IntCC::SignedLessThan),
        Binary::Le => Some(IntCC::SignedLessThanOrEqual),
        Binary::Under => Some(IntCC::UnsignedLessThan),
        Binary::Add
        | Binary::Sub
        | Binary::Mul
        | Binary::Div
        | Binary::Rem
        | Binary::Min
        | Binary::Max
        | Binary::And
        | Binary::Or
        | Binary::Xor
        | Binary::AndNot
        | Binary::Shl
        | Binary::Shr
        | Binary::MulHigh => None,
    }
}
