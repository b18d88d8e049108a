//! From a program to Cranelift's form, function by function.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, AbiParam, InstBuilder, MemFlags, Signature, Value, types};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use cranelift_jit::JITModule;
use cranelift_module::{FuncId, Module};
use ludarium_machine::ir::{
    Array, Binary, Block, Expr, Function, MOST_ROUNDS, Node, Program, Service, Space, Statement, Unary, Width,
};
use ludarium_machine::run::MOST_COPIES;
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

/// What is known of a program before it is translated.
pub struct Shape {
    /// Functions that become part of those that call them.
    inlined: Vec<bool>,
    /// Functions that code is made for.
    pub wanted: Vec<bool>,
    /// Does a function, or one that becomes part of it, write to the array that is kept in registers?
    writes_registers: Vec<bool>,
}

/// Functions of so many parts become part of their callers wherever they are called.
const SMALL: usize = 24;
/// Larger ones than this never do.
const LARGE: usize = 6000;

impl Shape {
    pub fn of(program: &Program) -> Shape {
        let n = program.functions.len();
        let mut uses = vec![Uses::default(); n];
        for (i, f) in program.functions.iter().enumerate() {
            uses[i].block(program, f.body);
        }
        let mut wanted = vec![false; n];
        let mut open: Vec<usize> = program.entries.iter().map(|f| f.0 as usize).collect();
        while let Some(f) = open.pop() {
            if !std::mem::replace(&mut wanted[f], true) {
                open.extend(uses[f].calls.iter().chain(&uses[f].on_copy).map(|g| g.0 as usize));
            }
        }
        let mut sites = vec![0usize; n];
        for (i, u) in uses.iter().enumerate() {
            for g in u.calls.iter().filter(|_| wanted[i]) {
                sites[g.0 as usize] += 1;
            }
            for g in &u.on_copy {
                sites[g.0 as usize] += 2;
            }
        }
        // Callees come first, so that sizes are those of what has been taken in; whoever is met again on the way down
        // calls itself and stays a function.
        let mut shape =
            Shape { inlined: vec![false; n], wanted: wanted.clone(), writes_registers: vec![false; n] };
        let mut done = vec![Visit::New; n];
        for f in 0..n {
            shape.visit(f, program, &uses, &sites, &mut done);
        }
        for f in &program.entries {
            shape.inlined[f.0 as usize] = false;
        }
        for f in 0..n {
            shape.wanted[f] &= !shape.inlined[f];
        }
        shape
    }
    fn visit(
        &mut self,
        f: usize,
        program: &Program,
        uses: &[Uses],
        sites: &[usize],
        done: &mut [Visit],
    ) -> usize {
        match done[f] {
            Visit::Done(size) => return size,
            Visit::Open => return usize::MAX / 2,
            Visit::New => {}
        }
        done[f] = Visit::Open;
        let mut size = uses[f].size;
        self.writes_registers[f] = uses[f].writes_registers;
        for g in &uses[f].calls {
            let g = g.0 as usize;
            let inner = self.visit(g, program, uses, sites, done);
            let once = sites[g] == 1 && inner + size <= LARGE;
            let entry = program.entries.iter().any(|e| e.0 as usize == g);
            if matches!(done[g], Visit::Done(_)) && !entry && (once || inner <= SMALL) {
                self.inlined[g] = true;
                size = size.saturating_add(inner);
                self.writes_registers[f] |= self.writes_registers[g];
            }
        }
        done[f] = Visit::Done(size);
        size
    }
}

#[derive(Clone, Copy)]
enum Visit {
    New,
    Open,
    Done(usize),
}

/// What the body of a function consists of.
#[derive(Clone, Default)]
struct Uses {
    size: usize,
    calls: Vec<Function>,
    /// Functions that are called on copies: those are never part of their callers.
    on_copy: Vec<Function>,
    writes_registers: bool,
}

impl Uses {
    fn block(&mut self, program: &Program, b: Block) {
        for s in program.block(b) {
            self.size += 1;
            match s {
                Statement::Set(_, e) | Statement::Do(e) | Statement::Return(e) => self.value(program, *e),
                Statement::Store(a, i, e) => {
                    self.writes_registers |= program.registers == Some(*a);
                    self.value(program, *i);
                    self.value(program, *e);
                }
                Statement::If(c, a, b) => {
                    self.value(program, *c);
                    self.block(program, *a);
                    self.block(program, *b);
                }
                Statement::ForBits { word, base, body, .. } => {
                    self.value(program, *word);
                    self.value(program, *base);
                    self.block(program, *body);
                }
                Statement::Loop(body) => self.block(program, *body),
                Statement::Break => {}
            }
        }
    }
    fn value(&mut self, program: &Program, e: Expr) {
        self.size += 1;
        match program.node(e) {
            Node::Constant(_) | Node::Local(_) => self.size -= 1,
            Node::Load(_, a) | Node::Unary(_, a) => self.value(program, *a),
            Node::Binary(_, a, b) | Node::Both(a, b) | Node::Either(a, b) => {
                self.value(program, *a);
                self.value(program, *b);
            }
            Node::Select(a, b, c) | Node::Choose(a, b, c) => {
                for e in [a, b, c] {
                    self.value(program, *e);
                }
            }
            Node::After(b, e) => {
                self.block(program, *b);
                self.value(program, *e);
            }
            Node::Call(f, args) => {
                self.calls.push(*f);
                for &a in args {
                    self.value(program, a);
                }
            }
            Node::OnCopy(f) => self.on_copy.push(*f),
            Node::Service(_, args) => {
                for &a in args {
                    self.value(program, a);
                }
            }
        }
    }
}

struct Translator<'p, 'b> {
    program: &'p Program,
    shape: &'p Shape,
    b: FunctionBuilder<'b>,
    module: &'p mut JITModule,
    ids: &'p [FuncId],
    service: FuncId,
    nth_bit: FuncId,
    /// The call, state, scratch, constants.
    places: [Value; 4],
    locals: Vec<Variable>,
    exits: Vec<ir::Block>,
    callees: HashMap<FuncId, ir::FuncRef>,
    /// Inside a function that became part of its caller: where it goes on with its result.
    returns: Option<ir::Block>,
    /// Elements that are kept in registers.
    kept: Vec<Variable>,
}

/// What all functions of a program are made with.
pub struct Making<'m> {
    pub program: &'m Program,
    pub shape: &'m Shape,
    pub ids: &'m [FuncId],
    pub service: FuncId,
    pub nth_bit: FuncId,
}

pub fn function(
    making: &Making<'_>,
    f: Function,
    module: &mut JITModule,
    context: &mut cranelift_codegen::Context,
    frontend: &mut FunctionBuilderContext,
) {
    let &Making { program, shape, ids, service, nth_bit } = making;
    let info = program.function(f);
    context.func.signature = signature(module, info.parameters);
    let mut b = FunctionBuilder::new(&mut context.func, frontend);
    let entry = b.create_block();
    b.append_block_params_for_function_params(entry);
    b.switch_to_block(entry);
    b.seal_block(entry);
    let parameters = b.block_params(entry).to_vec();
    let places = [parameters[0], parameters[1], parameters[2], parameters[3]];
    let mut t = Translator {
        program,
        shape,
        b,
        module,
        ids,
        service,
        nth_bit,
        places,
        locals: Vec::new(),
        exits: Vec::new(),
        callees: HashMap::new(),
        returns: None,
        kept: Vec::new(),
    };
    if let Some(a) = program.registers.filter(|_| shape.writes_registers[f.0 as usize]) {
        t.kept = (0..program.array(a).len).map(|_| t.b.declare_var(types::I64)).collect();
        t.reload();
    }
    t.locals = t.new_locals(f, &parameters[4..]);
    t.block(info.body);
    // (Every body ends with a return; what comes after it is never reached.)
    let zero = t.b.ins().iconst(types::I64, 0);
    t.b.ins().return_(&[zero]);
    t.b.seal_all_blocks();
    t.b.finalize();
}

impl Translator<'_, '_> {
    /// The locals of a function, parameters first.
    fn new_locals(&mut self, f: Function, parameters: &[Value]) -> Vec<Variable> {
        let info = self.program.function(f);
        let locals: Vec<Variable> = (0..info.locals).map(|_| self.b.declare_var(types::I64)).collect();
        let zero = self.b.ins().iconst(types::I64, 0);
        for (i, &local) in locals.iter().enumerate() {
            let given = parameters.get(i).copied().filter(|_| i < info.parameters as usize);
            self.b.def_var(local, given.unwrap_or(zero));
        }
        locals
    }
    /// Writes what is kept in registers to where others look for it.
    fn spill(&mut self) {
        let Some(a) = self.program.registers else { return };
        let info = self.program.array(a);
        let (place, flags) = self.place(info.space);
        for (i, &variable) in self.kept.iter().enumerate() {
            let v = self.b.use_var(variable);
            self.b.ins().istore32(flags, v, place, (info.offset + i * info.width.bytes()) as i32);
        }
    }
    fn reload(&mut self) {
        let Some(a) = self.program.registers else { return };
        let info = self.program.array(a);
        let (place, flags) = self.place(info.space);
        for (i, &variable) in self.kept.iter().enumerate() {
            let v = self.b.ins().sload32(flags, place, (info.offset + i * info.width.bytes()) as i32);
            self.b.def_var(variable, v);
        }
    }
    /// The register that an element of an array is kept in.
    fn kept(&self, a: Array, index: Expr) -> Option<Variable> {
        let i = self.program.constant(index)?;
        let i = usize::try_from(i).ok().filter(|_| self.program.registers == Some(a))?;
        self.kept.get(i).copied()
    }
    /// Leaves the function with a value.
    fn leave(&mut self, v: Value) {
        match self.returns {
            Some(exit) => {
                self.b.ins().jump(exit, &[v.into()]);
            }
            None => {
                self.spill();
                self.b.ins().return_(&[v]);
            }
        }
    }
    fn call(&mut self, f: Function, args: &[Expr]) -> Value {
        let values: Vec<Value> = args.iter().map(|&a| self.value(a)).collect();
        if self.shape.inlined[f.0 as usize] {
            return self.take_in(f, &values);
        }
        let mut all = self.places.to_vec();
        all.extend(values);
        self.spill();
        let callee = self.callee(self.ids[f.0 as usize]);
        let call = self.b.ins().call(callee, &all);
        let result = self.b.inst_results(call)[0];
        self.reload();
        result
    }
    /// Where it is kept how many copies there are, and how many.
    fn copies(&mut self) -> Option<(Value, MemFlags, i32, Value)> {
        let info = self.program.array(self.program.copies?);
        let (place, flags) = self.place(info.space);
        let offset = info.offset as i32;
        let n = self.b.ins().sload32(flags, place, offset);
        Some((place, flags, offset, n))
    }
    /// The place of a copy by its number, from one. (Copies lie right before scratch memory, the last one nearest to it.)
    fn copy_place(&mut self, number: Value) -> Value {
        let bytes = self.program.state_bytes;
        let behind = self.b.ins().imul_imm(number, bytes as i64);
        let first = self.b.ins().iadd_imm(self.places[2], -((bytes * (MOST_COPIES + 1)) as i64));
        self.b.ins().iadd(first, behind)
    }
    fn copy_state(&mut self, to: Value, from: Value) {
        let size = self.b.ins().iconst(types::I64, self.program.copied_bytes as i64);
        let config = self.module.target_config();
        self.b.call_memcpy(config, to, from, size);
    }
    /// Copies the state onto the pile and goes on with the body, which is given the copy and how many there were before; 0
    /// where the pile is full.
    fn with_copy(&mut self, body: impl FnOnce(&mut Self, Value) -> Value) -> Value {
        let Some((place, flags, offset, n)) = self.copies() else {
            return self.b.ins().iconst(types::I64, 0);
        };
        let (room, full, done) = (self.fresh(), self.fresh(), self.fresh());
        let result = self.b.append_block_param(done, types::I64);
        let fits = self.b.ins().icmp_imm(IntCC::SignedLessThan, n, MOST_COPIES as i64);
        self.b.ins().brif(fits, room, &[], full, &[]);
        self.b.switch_to_block(full);
        self.b.set_cold_block(full);
        let nothing = self.service(Service::Overflow, &[]);
        self.b.ins().jump(done, &[nothing.into()]);
        self.b.switch_to_block(room);
        let more = self.b.ins().iadd_imm(n, 1);
        self.b.ins().istore32(flags, more, place, offset);
        let copy = self.copy_place(more);
        self.copy_state(copy, self.places[1]);
        let value = body(self, copy);
        self.b.ins().jump(done, &[value.into()]);
        self.b.switch_to_block(done);
        result
    }
    /// Calls a function on a copy of the state, the next of the pile.
    fn on_copy(&mut self, f: Function) -> Value {
        self.spill();
        let value = self.with_copy(|t, copy| {
            let callee = t.callee(t.ids[f.0 as usize]);
            let values = [t.places[0], copy, t.places[2], t.places[3]];
            let call = t.b.ins().call(callee, &values);
            let value = t.b.inst_results(call)[0];
            t.drop_copy();
            value
        });
        self.reload();
        value
    }
    fn drop_copy(&mut self) {
        if let Some((place, flags, offset, n)) = self.copies() {
            let less = self.b.ins().iadd_imm(n, -1);
            self.b.ins().istore32(flags, less, place, offset);
        }
    }
    /// Goes back to the copy that was made last, if there is one.
    fn restore(&mut self) -> Value {
        let zero = self.b.ins().iconst(types::I64, 0);
        let Some((_, _, _, n)) = self.copies() else { return zero };
        let (some, done) = (self.fresh(), self.fresh());
        self.b.ins().brif(n, some, &[], done, &[]);
        self.b.switch_to_block(some);
        let copy = self.copy_place(n);
        self.copy_state(self.places[1], copy);
        self.drop_copy();
        self.b.ins().jump(done, &[]);
        self.b.switch_to_block(done);
        zero
    }
    /// Asks the machine for something.
    fn service(&mut self, s: Service, args: &[Expr]) -> Value {
        // (Copying is done on the spot: it is asked for all the time.)
        if s == Service::Save {
            return self.with_copy(|t, _| t.b.ins().iconst(types::I64, 1));
        }
        if s == Service::Restore {
            return self.restore();
        }
        let number = self.b.ins().iconst(types::I64, crate::number_of(s));
        let zero = self.b.ins().iconst(types::I64, 0);
        let mut values = vec![self.places[0], self.places[1], number];
        values.extend(args.iter().map(|&a| self.value(a)));
        values.resize(crate::SERVICE_PARAMETERS, zero);
        self.spill();
        let callee = self.callee(self.service);
        let call = self.b.ins().call(callee, &values);
        let result = self.b.inst_results(call)[0];
        self.reload();
        result
    }
    /// The body of a function at the place where it is called.
    fn take_in(&mut self, f: Function, values: &[Value]) -> Value {
        let exit = self.fresh();
        let result = self.b.append_block_param(exit, types::I64);
        let inner = self.new_locals(f, values);
        let locals = std::mem::replace(&mut self.locals, inner);
        let returns = self.returns.replace(exit);
        let exits = std::mem::take(&mut self.exits);
        self.block(self.program.function(f).body);
        let zero = self.b.ins().iconst(types::I64, 0);
        self.b.ins().jump(exit, &[zero.into()]);
        (self.locals, self.returns, self.exits) = (locals, returns, exits);
        self.b.switch_to_block(exit);
        result
    }

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
                    self.leave(v);
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
        if let Some(variable) = self.kept(a, index) {
            return self.b.use_var(variable);
        }
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
        if let Some(variable) = self.kept(a, index) {
            self.b.def_var(variable, value);
            return;
        }
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
                    Unary::LeadingZeros => self.b.ins().clz(a),
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
            Node::Call(f, args) => self.call(*f, args),
            Node::OnCopy(f) => self.on_copy(*f),
            Node::Service(s, args) => self.service(*s, args),
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
            Binary::NthBit => {
                let callee = self.callee(self.nth_bit);
                let call = self.b.ins().call(callee, &[a, b]);
                self.b.inst_results(call)[0]
            }
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
        | Binary::MulHigh
        | Binary::NthBit => None,
    }
}
