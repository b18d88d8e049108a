//! The Python package's own part: games, states, players, studies and batches as Python objects. It has no rules and no
//! algorithms; everything that can be Python is Python (`python/ludarium`).

mod batch;
mod game;
mod patience;
mod player;
mod state;
mod studies;

use pyo3::prelude::*;

/// Games, states and batches: use the package `ludarium`, which gives these their names.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("ENCODING_VERSION", ludarium_environment::VERSION)?;
    module.add("OBSERVATION_LIMIT", ludarium_environment::observation::MOST)?;
    module.add("GameError", module.py().get_type::<game::GameError>())?;
    module.add("IllegalMove", module.py().get_type::<state::IllegalMove>())?;
    module.add_class::<game::Game>()?;
    module.add_class::<state::State>()?;
    module.add_class::<player::Player>()?;
    module.add_class::<batch::Batch>()?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(studies::concepts, module)?)?;
    module.add_function(wrap_pyfunction!(studies::verdict, module)?)?;
    module.add_function(wrap_pyfunction!(studies::playouts, module)?)?;
    module.add_function(wrap_pyfunction!(studies::reconstruct, module)?)?;
    Ok(())
}
