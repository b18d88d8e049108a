//! The back end in safe Rust: walks the program. Slow, portable, and the second opinion about native code.

use crate::ir::{Block, Expr, Function, MOST_ROUNDS, Node, Statement, binary, unary};
use crate::lower::Compiled;
use crate::run::{Code, Memory, service};

/// Walks programs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Interpreter;

struct Frame<'m> {
    c: &'m Compiled,
    memory: &'m mut Memory,
    base: usize,
    locals: Vec<i64>,
}

/// What statements end with.
enum Flow {
    On,
    Break,
    Return(i64),
}

impl Code for Interpreter {
    fn call(&self, c: &Compiled, f: Function, memory: &mut Memory, base: usize, args: &[i64]) -> i64 {
        let info = c.program.function(f);
        let mut locals = vec![0; info.locals as usize];
        for (to, from) in locals.iter_mut().zip(args.iter().take(info.parameters as usize)) {
            *to = *from;
        }
        let mut frame = Frame { c, memory, base, locals };
        match frame.block(info.body) {
            Flow::Return(value) => value,
            Flow::On | Flow::Break => 0,
        }
    }
}

impl Frame<'_> {
    fn block(&mut self, b: Block) -> Flow {
        let c = self.c;
        for s in c.program.block(b) {
            match s {
                Statement::Set(l, e) => self.locals[l.0 as usize] = self.value(*e),
                Statement::Store(a, i, e) => {
                    let (i, e) = (self.value(*i), self.value(*e));
                    self.memory.store(c, self.base, *a, i, e);
                }
                Statement::Do(e) => {
                    self.value(*e);
                }
                Statement::If(cond, then, otherwise) => {
                    let taken = if self.value(*cond) != 0 { *then } else { *otherwise };
                    match self.block(taken) {
                        Flow::On => {}
                        other => return other,
                    }
                }
                Statement::ForBits { word, base, bit, body } => {
                    let (mut word, base) = (self.value(*word) as u64, self.value(*base));
                    while word != 0 {
                        self.locals[bit.0 as usize] = base + i64::from(word.trailing_zeros());
                        word &= word - 1;
                        match self.block(*body) {
                            Flow::On => {}
                            Flow::Break => break,
                            Flow::Return(v) => return Flow::Return(v),
                        }
                    }
                }
                Statement::Loop(body) => {
                    for _ in 0..MOST_ROUNDS {
                        match self.block(*body) {
                            Flow::On => {}
                            Flow::Break => break,
                            Flow::Return(v) => return Flow::Return(v),
                        }
                    }
                }
                Statement::Break => return Flow::Break,
                Statement::Return(e) => return Flow::Return(self.value(*e)),
            }
        }
        Flow::On
    }

    fn value(&mut self, e: Expr) -> i64 {
        let c = self.c;
        match c.program.node(e) {
            Node::Constant(n) => *n,
            Node::Local(l) => self.locals[l.0 as usize],
            Node::Load(a, i) => {
                let i = self.value(*i);
                self.memory.load(c, self.base, *a, i)
            }
            Node::Unary(op, a) => unary(*op, self.value(*a)),
            Node::Binary(op, a, b) => binary(*op, self.value(*a), self.value(*b)),
            Node::Select(cond, a, b) => {
                let (cond, a, b) = (self.value(*cond), self.value(*a), self.value(*b));
                if cond != 0 { a } else { b }
            }
            Node::Both(a, b) => i64::from(self.value(*a) != 0 && self.value(*b) != 0),
            Node::Either(a, b) => i64::from(self.value(*a) != 0 || self.value(*b) != 0),
            Node::Choose(cond, a, b) => {
                if self.value(*cond) != 0 {
                    self.value(*a)
                } else {
                    self.value(*b)
                }
            }
            Node::After(b, e) => {
                self.block(*b);
                self.value(*e)
            }
            Node::Call(f, args) => {
                let args: Vec<i64> = args.iter().map(|&a| self.value(a)).collect();
                Interpreter.call(c, *f, self.memory, self.base, &args)
            }
            Node::OnCopy(f) => {
                let Some(copy) = self.memory.copy(self.base) else { return 0 };
                let value = Interpreter.call(c, *f, self.memory, copy, &[]);
                self.memory.drop_copy();
                value
            }
            Node::Service(s, args) => {
                let args: Vec<i64> = args.iter().map(|&a| self.value(a)).collect();
                service(c, &Interpreter, self.memory, self.base, *s, &args)
            }
        }
    }
}
