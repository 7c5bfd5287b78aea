//! Special functions and functions of whole numbers.

mod combinatorics;
mod errors;
mod gammas;
mod incomplete;
mod integrals;
mod powers;
mod primes;

use super::{ANY, Entry, entry, file_entry};

pub const TABLE: &[Entry] = &[
    entry("gamma", 1, 1, |call| gammas::GAMMA.call(call)),
    entry("lgamma", 1, 1, |call| gammas::LGAMMA.call(call)),
    entry("gammaln", 1, 1, |call| gammas::LGAMMA.call(call)),
    entry("psi", 1, 2, gammas::psi),
    file_entry("beta", 2, 2, |call| gammas::beta(call, f64::exp)),
    file_entry("betaln", 2, 2, |call| gammas::beta(call, |x| x)),
    file_entry("factorial", 1, 1, gammas::factorial),
    file_entry("gammainc", 2, 3, incomplete::gammainc),
    file_entry("betainc", 3, 4, incomplete::betainc),
    entry("erf", 1, 1, |call| errors::ERF.call(call)),
    entry("erfc", 1, 1, |call| errors::ERFC.call(call)),
    entry("erfinv", 1, 1, |call| errors::ERFINV.call(call)),
    entry("erfcinv", 1, 1, |call| errors::ERFCINV.call(call)),
    entry("erfcx", 1, 1, |call| errors::ERFCX.call(call)),
    entry("erfi", 1, 1, |call| errors::ERFI.call(call)),
    entry("dawson", 1, 1, |call| errors::DAWSON.call(call)),
    file_entry("primes", 1, 1, primes::primes),
    file_entry("list_primes", 0, 1, primes::list_primes),
    file_entry("isprime", 1, 1, primes::isprime),
    file_entry("factor", 1, 1, primes::factor),
    entry("gcd", 2, ANY, primes::gcd),
    file_entry("lcm", 2, ANY, primes::lcm),
    file_entry("nchoosek", 2, 2, combinatorics::nchoosek),
    file_entry("perms", 1, 1, combinatorics::perms),
    file_entry("nextpow2", 1, 1, powers::nextpow2),
    file_entry("pow2", 1, 2, powers::pow2),
    file_entry("rat", 1, 2, powers::rat),
    file_entry("expint", 1, 1, integrals::expint),
    file_entry("ellipke", 1, 2, integrals::ellipke),
    file_entry("legendre", 2, 3, integrals::legendre),
];
