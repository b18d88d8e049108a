//! How much one address may ask for: a bucket of tokens each, refilled at a steady rate; and how many connections there
//! may be. It knows addresses and time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// Is this an address of this machine or of its own network?
pub fn is_near(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private() || v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local(),
    }
}

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

/// Counts connections, in all and of each address.
pub struct Doors {
    most: usize,
    most_of_one: usize,
    /// Many visitors come from addresses of this network: a proxy, or other processes, stand before them.
    behind: bool,
    inside: Mutex<(usize, HashMap<IpAddr, usize>)>,
}

/// A connection that was let in; it is counted until this is dropped.
pub struct Inside {
    doors: Arc<Doors>,
    address: IpAddr,
}

impl Doors {
    pub fn new(most: usize, most_of_one: usize, behind: bool) -> Doors {
        Doors { most, most_of_one, behind, inside: Mutex::default() }
    }

    pub fn count(&self) -> usize {
        self.inside.lock().map_or(0, |i| i.0)
    }

    /// Lets one more in, if there is room.
    pub fn enter(self: &Arc<Self>, address: IpAddr) -> Option<Inside> {
        let mut inside = self.inside.lock().ok()?;
        let (all, by_address) = &mut *inside;
        let own = by_address.entry(address).or_insert(0);
        if *all >= self.most || (*own >= self.most_of_one && !(self.behind && is_near(address))) {
            return None;
        }
        *own += 1;
        *all += 1;
        Some(Inside { doors: self.clone(), address })
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        if let Ok(mut inside) = self.doors.inside.lock() {
            inside.0 = inside.0.saturating_sub(1);
            if let Some(own) = inside.1.get_mut(&self.address) {
                *own = own.saturating_sub(1);
                if *own == 0 {
                    inside.1.remove(&self.address);
                }
            }
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

    #[test]
    fn only_so_many_come_in_and_places_are_given_back() {
        let doors = Arc::new(Doors::new(3, 2, false));
        let (me, you) = (IpAddr::from([127, 0, 0, 1]), IpAddr::from([127, 0, 0, 2]));
        let first = doors.enter(me);
        let _second = doors.enter(me);
        assert!(first.is_some() && doors.enter(me).is_none());
        let _yours = doors.enter(you);
        assert!(doors.enter(you).is_none(), "three in all");
        drop(first);
        assert_eq!(doors.count(), 2);
        assert!(doors.enter(me).is_some());
        let behind = Arc::new(Doors::new(3, 1, true));
        let _one = behind.enter(me);
        assert!(behind.enter(me).is_some(), "a proxy comes as one for all");
    }

    #[test]
    fn only_addresses_of_this_network_are_near() {
        for near in ["127.0.0.1", "10.1.2.3", "192.168.0.7", "::1", "fd00::1", "::ffff:10.0.0.1"] {
            assert!(is_near(near.parse().unwrap()), "{near}");
        }
        for far in ["8.8.8.8", "2001:db8::1", "::ffff:8.8.8.8"] {
            assert!(!is_near(far.parse().unwrap()), "{far}");
        }
    }
}
