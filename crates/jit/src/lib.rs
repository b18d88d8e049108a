//! Native code for compiled games, through Cranelift. The only crate in which `unsafe` is allowed: generated code is called
//! through pointers, and calls back for what programs ask of the machine.
//!
//! What keeps it safe. A program reads and writes only arrays that it declares, each with its length; every index that
//! is not a constant inside its array is compared with that length before it is used (`translate`), so generated code
//! touches nothing but the state, the scratch memory and the constants that it was given. The pointers are made anew for
//! each call, from memory that lives as long as the call.

mod translate;

use cranelift_codegen::settings::{self, Configurable};
use cranelift_jit::{ArenaMemoryProvider, JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module};
use ludarium_machine::ir::{Function, Program, Service, Space};
use ludarium_machine::lower::SERVICE_ARGUMENTS;
use ludarium_machine::{Code, Compiled, Memory};
use std::sync::Arc;

/// Why there is no native code.
#[derive(Debug)]
pub struct NoNativeCode(pub String);

impl std::fmt::Display for NoNativeCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no native code: {}", self.0)
    }
}

impl std::error::Error for NoNativeCode {}

/// Address space that is kept free for the code of one program; memory is used only for code that is there.
const MOST_CODE: usize = 64 << 20;

/// The native code of one program.
pub struct Native {
    /// Owns the memory that the code lies in.
    module: Option<JITModule>,
    entries: Vec<*const u8>,
    parameters: Vec<u32>,
    /// Constants, in words so that they are aligned.
    constants: Vec<u64>,
}

// SAFETY: after it is made, the code and the constants are only read.
unsafe impl Send for Native {}
// SAFETY: as above.
unsafe impl Sync for Native {}

impl Drop for Native {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: nobody calls the code any more: callers borrow `self`.
            unsafe { module.free_memory() };
        }
    }
}

impl std::fmt::Debug for Native {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Native({} functions)", self.entries.len())
    }
}

/// What generated code hands back when it asks for something.
#[repr(C)]
struct Call {
    compiled: *const Compiled,
    code: *const Native,
    memory: *mut Memory,
}

impl Native {
    /// Makes native code of a program.
    pub fn of(program: &Program) -> Result<Arc<Native>, NoNativeCode> {
        let fail = |e: &dyn std::fmt::Display| NoNativeCode(e.to_string());
        let mut flags = settings::builder();
        for (name, value) in [
            ("opt_level", "speed"),
            ("is_pic", "false"),
            ("enable_verifier", "false"),
            ("use_colocated_libcalls", "false"),
        ] {
            flags.set(name, value).map_err(|e| fail(&e))?;
        }
        let isa = cranelift_native::builder()
            .map_err(|e| fail(&e))?
            .finish(settings::Flags::new(flags))
            .map_err(|e| fail(&e))?;
        let mut builder = JITBuilder::with_isa(isa, cranelift_module::default_libcall_names());
        builder.symbol("service", service as *const u8);
        builder.symbol("nth_bit", nth_bit as *const u8);
        // (Functions call one another by distances of 32 bits: they must not lie far apart in memory.)
        let arena = ArenaMemoryProvider::new_with_size(MOST_CODE).map_err(|e| fail(&e))?;
        builder.memory_provider(Box::new(arena));
        let mut module = JITModule::new(builder);
        let ids: Vec<FuncId> = program
            .functions
            .iter()
            .enumerate()
            .map(|(i, f)| {
                let signature = translate::signature(&module, f.parameters);
                module.declare_function(&format!("f{i}"), Linkage::Local, &signature).map_err(|e| fail(&e))
            })
            .collect::<Result<_, _>>()?;
        let mut signature = module.make_signature();
        let word = cranelift_codegen::ir::types::I64;
        for _ in 0..SERVICE_PARAMETERS {
            signature.params.push(cranelift_codegen::ir::AbiParam::new(word));
        }
        signature.returns.push(cranelift_codegen::ir::AbiParam::new(word));
        let service =
            module.declare_function("service", Linkage::Import, &signature).map_err(|e| fail(&e))?;
        let mut signature = module.make_signature();
        for _ in 0..2 {
            signature.params.push(cranelift_codegen::ir::AbiParam::new(word));
        }
        signature.returns.push(cranelift_codegen::ir::AbiParam::new(word));
        let nth_bit =
            module.declare_function("nth_bit", Linkage::Import, &signature).map_err(|e| fail(&e))?;
        let mut context = module.make_context();
        let mut frontend = cranelift_frontend::FunctionBuilderContext::new();
        let shape = translate::Shape::of(program);
        let making = translate::Making { program, shape: &shape, ids: &ids, service, nth_bit };
        for (i, &id) in ids.iter().enumerate().filter(|(i, _)| shape.wanted[*i]) {
            let f = Function(i as u32);
            translate::function(&making, f, &mut module, &mut context, &mut frontend);
            module.define_function(id, &mut context).map_err(|e| fail(&e))?;
            module.clear_context(&mut context);
        }
        module.finalize_definitions().map_err(|e| fail(&e))?;
        let made = |(i, &id): (usize, &FuncId)| {
            if shape.wanted[i] { module.get_finalized_function(id) } else { std::ptr::null() }
        };
        let entries = ids.iter().enumerate().map(made).collect();
        let parameters = program.functions.iter().map(|f| f.parameters).collect();
        let constants = constants(program);
        Ok(Arc::new(Native { module: Some(module), entries, parameters, constants }))
    }
}

/// All constants of a program, laid out.
fn constants(program: &Program) -> Vec<u64> {
    let mut words = vec![0u64; program.constant_bytes / 8 + 1];
    for a in program.arrays.iter().filter(|a| a.space == Space::Constant) {
        for (i, &value) in a.data.iter().enumerate() {
            let at = a.offset + i * a.width.bytes();
            let bits = 8 * a.width.bytes() as u32;
            let mask = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
            words[at / 8] |= (value as u64 & mask) << (8 * (at % 8));
        }
    }
    words
}

/// The call, the state, the number of the service, eight arguments.
const SERVICE_PARAMETERS: usize = 3 + SERVICE_ARGUMENTS;

/// Which bit of a word has so many others below it. Processors that can scatter bits need no loop.
extern "C" fn nth_bit(word: u64, n: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    if n < 64 {
        // SAFETY: the instruction is there: this is compiled for processors that have it.
        return unsafe { std::arch::x86_64::_pdep_u64(1 << n, word) }.trailing_zeros().into();
    }
    ludarium_machine::ir::nth_bit(word, n)
}

/// What generated code calls.
extern "C" fn service(
    call: *mut Call,
    state: *mut u8,
    number: i64,
    a: i64,
    b: i64,
    c: i64,
    d: i64,
    e: i64,
    f: i64,
    g: i64,
    h: i64,
) -> i64 {
    // SAFETY: the pointers were made by `Native::call` below, which is still running; nobody else uses what they point to
    // until this function returns.
    let (compiled, code, memory) = unsafe { (&*(*call).compiled, &*(*call).code, &mut *(*call).memory) };
    let base = (state as usize - memory.words.as_ptr() as usize) / 8;
    let Some(service) = Service::ALL.get(number as usize) else { return 0 };
    ludarium_machine::run::service(compiled, code, memory, base, *service, &[a, b, c, d, e, f, g, h])
}

fn number_of(service: Service) -> i64 {
    Service::ALL.iter().position(|&s| s == service).unwrap_or(Service::ALL.len()) as i64
}

type F0 = extern "C" fn(*mut Call, *mut u8, *mut u8, *const u8) -> i64;
type F1 = extern "C" fn(*mut Call, *mut u8, *mut u8, *const u8, i64) -> i64;
type F3 = extern "C" fn(*mut Call, *mut u8, *mut u8, *const u8, i64, i64, i64) -> i64;
type F6 = extern "C" fn(*mut Call, *mut u8, *mut u8, *const u8, i64, i64, i64, i64, i64, i64) -> i64;

impl Code for Native {
    fn call(&self, compiled: &Compiled, f: Function, memory: &mut Memory, base: usize, args: &[i64]) -> i64 {
        let i = f.0 as usize;
        let memory: *mut Memory = memory;
        // SAFETY: `memory` is borrowed for this call; the places lie inside its words, which never move while it runs.
        let (state, scratch) = unsafe {
            let words = (*memory).words.as_mut_ptr();
            (words.add(base).cast::<u8>(), words.add((*memory).scratch).cast::<u8>())
        };
        let constants = self.constants.as_ptr().cast::<u8>();
        let mut call = Call { compiled, code: self, memory };
        let call: *mut Call = &mut call;
        let entry = self.entries[i];
        if entry.is_null() {
            return 0;
        }
        let arg = |k: usize| args.get(k).copied().unwrap_or(0);
        // SAFETY: the entry was made with a signature of so many parameters.
        unsafe {
            match self.parameters[i] {
                0 => std::mem::transmute::<*const u8, F0>(entry)(call, state, scratch, constants),
                1 => std::mem::transmute::<*const u8, F1>(entry)(call, state, scratch, constants, arg(0)),
                3 => std::mem::transmute::<*const u8, F3>(entry)(
                    call,
                    state,
                    scratch,
                    constants,
                    arg(0),
                    arg(1),
                    arg(2),
                ),
                6 => std::mem::transmute::<*const u8, F6>(entry)(
                    call,
                    state,
                    scratch,
                    constants,
                    arg(0),
                    arg(1),
                    arg(2),
                    arg(3),
                    arg(4),
                    arg(5),
                ),
                // (Functions that only functions call.)
                _ => 0,
            }
        }
    }
}
