//! How much one address may ask for: a bucket of tokens each, refilled at a steady rate. It knows addresses and time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Instant;

pub struct Buckets {
    /// Tokens a second; 0 for no limit.
    rate: f64,
    /// Tokens that a full bucket holds.
    full: f64,
    by_address: Mutex<HashMap<IpAddr, (f64, Instant)>>,
}

/// So many addresses are remembered; then those with full buckets are forgotten.
const MOST_ADDRESSES: usize = 20_000;

impl Buckets {
    pub fn new(rate: f64) -> Buckets {
        Buckets { rate, full: (rate * 4.0).max(20.0), by_address: Mutex::new(HashMap::new()) }
    }

    /// Takes tokens from the bucket of an address; if there are too few, how many seconds to wait.
    pub fn take(&self, address: IpAddr, cost: f64, now: Instant) -> Result<(), u64> {
        if self.rate <= 0.0 {
            return Ok(());
        }
        let Ok(mut all) = self.by_address.lock() else { return Ok(()) };
        if all.len() >= MOST_ADDRESSES {
            let (rate, full) = (self.rate, self.full);
            all.retain(|_, (left, at)| *left + now.duration_since(*at).as_secs_f64() * rate < full);
        }
        let (left, at) = all.entry(address).or_insert((self.full, now));
        *left = (*left + now.duration_since(*at).as_secs_f64() * self.rate).min(self.full);
        *at = now;
        if *left >= cost {
            *left -= cost;
            Ok(())
        } else {
            Err(((cost - *left) / self.rate).ceil() as u64)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let buckets = Buckets::new(10.0);
        let (me, you) = (IpAddr::from([127, 0, 0, 1]), IpAddr::from([127, 0, 0, 2]));
        let start = Instant::now();
        for _ in 0..40 {
            assert!(buckets.take(me, 1.0, start).is_ok());
        }
        assert_eq!(buckets.take(me, 1.0, start), Err(1));
        assert!(buckets.take(you, 1.0, start).is_ok());
        assert!(buckets.take(me, 5.0, start + Duration::from_millis(600)).is_ok());
    }
}
