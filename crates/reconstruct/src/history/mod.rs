//! What is known of rulesets from outside: places, years, published similarities and scores.
