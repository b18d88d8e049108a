//! Batches as Python objects: they write into arrays that Python owns.

use crate::game::Game;
use ludarium_environment::Views;
use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Many games of one kind. The package wraps it; arrays are flat here.
#[pyclass(module = "ludarium")]
pub struct Batch {
    batch: ludarium_environment::Batch,
    pool: Option<rayon::ThreadPool>,
}

/// The arrays of one call.
struct Arrays<'py> {
    observations: PyReadwriteArray1<'py, f32>,
    masks: PyReadwriteArray1<'py, u8>,
    rewards: PyReadwriteArray1<'py, f32>,
    terminated: PyReadwriteArray1<'py, u8>,
    truncated: PyReadwriteArray1<'py, u8>,
    agents: PyReadwriteArray1<'py, i32>,
}

impl<'py> Arrays<'py> {
    /// The arrays of the caller, as long as they must be.
    fn of(
        arrays: &Bound<'py, pyo3::types::PyTuple>,
        batch: &ludarium_environment::Batch,
    ) -> PyResult<Arrays<'py>> {
        let mut out = Arrays {
            observations: arrays.get_item(0)?.extract()?,
            masks: arrays.get_item(1)?.extract()?,
            rewards: arrays.get_item(2)?.extract()?,
            terminated: arrays.get_item(3)?.extract()?,
            truncated: arrays.get_item(4)?.extract()?,
            agents: arrays.get_item(5)?.extract()?,
        };
        let (env, n, rows) = (batch.environment(), batch.len(), batch.rows());
        let wanted = [
            n * rows * env.observations().size(),
            n * rows * env.actions().size(),
            n * env.agents(),
            n,
            n,
            n,
        ];
        let views = out.views()?;
        let given = [
            views.observations.len(),
            views.masks.len(),
            views.rewards.len(),
            views.terminated.len(),
            views.truncated.len(),
            views.agents.len(),
        ];
        if given != wanted {
            return Err(PyValueError::new_err(format!(
                "arrays of {wanted:?} numbers are wanted, not {given:?}"
            )));
        }
        Ok(out)
    }
    fn views(&mut self) -> PyResult<Views<'_>> {
        Ok(Views {
            observations: self.observations.as_slice_mut()?,
            masks: self.masks.as_slice_mut()?,
            rewards: self.rewards.as_slice_mut()?,
            terminated: self.terminated.as_slice_mut()?,
            truncated: self.truncated.as_slice_mut()?,
            agents: self.agents.as_slice_mut()?,
        })
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, n, seed = 0, max_moves = None, threads = None))]
    fn new(
        game: &Game,
        n: usize,
        seed: u64,
        max_moves: Option<u32>,
        threads: Option<usize>,
    ) -> PyResult<Batch> {
        // (One thread needs no pool: whoever calls does all.)
        let alone = threads.is_some_and(|n| n <= 1);
        let several = threads.filter(|_| !alone);
        let pool = several.map(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build());
        let pool = pool.transpose().map_err(|why| PyValueError::new_err(why.to_string()))?;
        let mut batch = ludarium_environment::Batch::new(&game.env, n, seed, max_moves);
        if alone {
            batch.keep_to_one_thread();
        }
        Ok(Batch { batch, pool })
    }
    #[getter]
    fn rows(&self) -> usize {
        self.batch.rows()
    }
    /// Begins all games anew.
    fn reset(&mut self, py: Python<'_>, seed: u64, arrays: &Bound<'_, pyo3::types::PyTuple>) -> PyResult<()> {
        let mut arrays = Arrays::of(arrays, &self.batch)?;
        let views = arrays.views()?;
        let (batch, pool) = (&mut self.batch, &self.pool);
        py.detach(|| match pool {
            Some(pool) => pool.install(|| batch.reset(seed, views)),
            None => batch.reset(seed, views),
        });
        Ok(())
    }
    /// Makes a move in every game; gives how many actions were not legal.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        arrays: &Bound<'_, pyo3::types::PyTuple>,
    ) -> PyResult<usize> {
        let mut arrays = Arrays::of(arrays, &self.batch)?;
        let views = arrays.views()?;
        let actions = actions.as_slice()?;
        let wanted = self.batch.len() * self.batch.rows();
        if actions.len() != wanted {
            return Err(PyValueError::new_err(format!("{wanted} actions are wanted, not {}", actions.len())));
        }
        let (batch, pool) = (&mut self.batch, &self.pool);
        Ok(py.detach(|| match pool {
            Some(pool) => pool.install(|| batch.step(actions, views)),
            None => batch.step(actions, views),
        }))
    }
    /// Random legal actions.
    fn sample(&mut self, mut out: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        let out = out.as_slice_mut()?;
        if out.len() != self.batch.len() * self.batch.rows() {
            return Err(PyValueError::new_err("one action for each row is wanted"));
        }
        self.batch.sample(out);
        Ok(())
    }
    /// What an action of a game means now; None where it is not legal.
    fn describe(&self, game: usize, row: usize, action: u32) -> Option<String> {
        self.batch.describe(game, row, action)
    }
}
