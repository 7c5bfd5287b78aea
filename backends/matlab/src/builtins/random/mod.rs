//! Random numbers: `rand`, `randn`, `rande`, `randi`, `randg`, `randp`, `randperm`. Each distribution has a Mersenne twister of its own,
//! and a seeded one gives Octave's sequence, but for `randp` and for the generators that Octave keeps for `"seed"`: here the seed starts
//! the twister.

mod twister;
mod ziggurat;

use super::{ANY, Call, Entry, entry};
use crate::ops;
use crate::value::{Array, Class, Dims};
use crate::{Error, Result, Value, fail};
use twister::Twister;

pub const TABLE: &[Entry] = &[
    entry("rand", 0, ANY, rand),
    entry("rande", 0, ANY, rand),
    entry("randg", 1, ANY, with_parameter),
    entry("randi", 1, ANY, randi),
    entry("randn", 0, ANY, rand),
    entry("randp", 1, ANY, with_parameter),
    entry("randperm", 1, 2, randperm),
];

/// The generators' states. Those that no program has seeded start from the clock when they are first used.
#[derive(Default)]
pub struct Random {
    generators: [Option<Twister>; 5],
    seed: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Distribution {
    Uniform,
    Normal,
    Exponential,
    Gamma,
    Poisson,
}

impl Distribution {
    fn of(name: &str) -> Distribution {
        match name {
            "randn" => Distribution::Normal,
            "rande" => Distribution::Exponential,
            "randg" => Distribution::Gamma,
            "randp" => Distribution::Poisson,
            _ => Distribution::Uniform,
        }
    }
}

impl Random {
    fn generator(&mut self, distribution: Distribution) -> &mut Twister {
        let slot = distribution as usize;
        self.generators[slot].get_or_insert_with(|| {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
            Twister::with_key(&[now.subsec_nanos(), now.as_secs() as u32, std::process::id(), slot as u32])
        })
    }

    fn seed(&mut self, distribution: Distribution, twister: Option<Twister>) {
        self.generators[distribution as usize] = twister;
    }
}

/// `rand`, `rand(n)`, `rand(m, n, ...)`, `rand([m n])`, with `"single"` or `"double"`; `rand("state", v)` and its kin. Also `randn` and
/// `rande`.
fn rand(mut call: Call) -> Result<Vec<Value>> {
    if let Some(result) = seeding(&mut call)? {
        return Ok(result);
    }
    let distribution = Distribution::of(call.name);
    let (dims, class) = extents(&call.args, call.name, Class::Double)?;
    let generator = call.session.state().random.generator(distribution);
    Ok(vec![match (distribution, class) {
        (Distribution::Normal, Class::Single) => Value::Single(fill(dims, || ziggurat::normal_single(generator))?),
        (Distribution::Exponential, Class::Single) => {
            Value::Single(fill(dims, || ziggurat::exponential_single(generator))?)
        }
        (_, Class::Single) => Value::Single(fill(dims, || generator.uniform_single())?),
        (Distribution::Normal, _) => Value::Double(fill(dims, || ziggurat::normal(generator))?),
        (Distribution::Exponential, _) => Value::Double(fill(dims, || ziggurat::exponential(generator))?),
        _ => Value::Double(fill(dims, || generator.uniform())?),
    }])
}

fn fill<T>(dims: Dims, mut next: impl FnMut() -> T) -> Result<Array<T>> {
    let count = checked_count(&dims)?;
    let mut values = crate::memory::room(count)?;
    values.extend((0..count).map(|_| next()));
    Ok(Array::new(dims, values))
}

/// More elements than this are refused before memory is asked for.
const MOST: usize = 1 << 32;

fn checked_count(dims: &Dims) -> Result<usize> {
    let product = dims.as_slice().iter().try_fold(1usize, |product, &extent| product.checked_mul(extent));
    product.filter(|&count| count <= MOST).ok_or_else(out_of_memory)
}

fn out_of_memory() -> Error {
    Error::with_id("Octave:bad-alloc", "out of memory or dimension too large for Octave's index type")
}

/// `rand("state")`, `rand("state", v)`, `rand("state", "reset")`; also with `"twister"` and `"seed"`. `None` for other calls.
fn seeding(call: &mut Call) -> Result<Option<Vec<Value>>> {
    let Some(Value::Char(_)) = call.args.first() else { return Ok(None) };
    let word = call.args[0].as_text().unwrap_or_default();
    if matches!(word.as_str(), "double" | "single") && call.args.len() == 1 {
        return Ok(None);
    }
    if !matches!(word.as_str(), "seed" | "state" | "twister") || call.args.len() > 2 {
        fail!("{}: unrecognized string argument", call.name);
    }
    let distribution = Distribution::of(call.name);
    let argument = call.args.get(1).cloned();
    let random = &mut call.session.state().random;
    match argument {
        None if word == "seed" => Ok(Some(vec![Value::scalar(random.seed.unwrap_or(1.0))])),
        None => Ok(Some(vec![Value::column(random.generator(distribution).state())])),
        Some(Value::Char(text)) => {
            if text.bytes.as_slice() != b"reset" {
                fail!("{}: unrecognized string argument", call.name);
            }
            random.seed(distribution, None);
            Ok(Some(vec![]))
        }
        Some(value) => {
            let Some(values) = value.to_doubles() else {
                fail!("{}: unrecognized string argument", call.name);
            };
            if word == "seed" {
                random.seed = values.as_slice().first().copied();
            }
            random.seed(distribution, Some(Twister::from_values(values.as_slice())));
            Ok(Some(vec![]))
        }
    }
}

/// The extents and the class that the arguments ask for.
fn extents(args: &[Value], name: &str, class: Class) -> Result<(Dims, Class)> {
    let (args, class) = match args.split_last() {
        Some((last, rest)) if last.as_text().as_deref() == Some("single") => (rest, Class::Single),
        Some((last, rest)) if last.as_text().as_deref() == Some("double") => (rest, Class::Double),
        _ => (args, class),
    };
    let dims = match args {
        [] => [1, 1].into(),
        [one] if one.is_scalar() => {
            let n = extent(one)?;
            if n < 0 {
                return Err(out_of_memory());
            }
            [n as usize, n as usize].into()
        }
        [Value::Char(_), ..] => fail!("{name}: unrecognized string argument"),
        [list] => {
            let Some(values) = list.clone().full().to_doubles() else {
                fail!("{name}: wrong type argument '{}'", list.kind_name());
            };
            let list: Vec<usize> =
                values.iter().map(|&x| integer(x).map(|x| x.max(0) as usize)).collect::<Result<_>>()?;
            if list.is_empty() { [0, 0].into() } else { Dims::new(&list) }
        }
        several => {
            let mut list = vec![];
            for value in several {
                let Some(values) = value.to_doubles().filter(|_| !value.is_text()) else {
                    fail!("octave_base_value::int64_value (): wrong type argument '{}'", value.type_name());
                };
                for &x in values.iter() {
                    list.push(integer(x)?.max(0) as usize);
                }
            }
            Dims::new(&list)
        }
    };
    checked_count(&dims)?;
    Ok((dims, class))
}

fn extent(value: &Value) -> Result<i64> {
    match value.as_scalar() {
        Some(x) if !value.is_text() => integer(x),
        _ => fail!("octave_base_value::int64_value (): wrong type argument '{}'", value.type_name()),
    }
}

fn integer(x: f64) -> Result<i64> {
    if x.is_nan() {
        fail!("conversion of nan to int64_t value failed");
    }
    if x.fract() != 0.0 {
        fail!("conversion of {x} to int64_t value failed");
    }
    Ok(x as i64)
}

/// `randg(a, ...)` and `randp(l, ...)`: one parameter for all elements, or one each.
fn with_parameter(mut call: Call) -> Result<Vec<Value>> {
    if let Some(result) = seeding(&mut call)? {
        return Ok(result);
    }
    let distribution = Distribution::of(call.name);
    let Some(parameters) = call.args[0].clone().full().to_doubles() else {
        fail!("{}: wrong type argument '{}'", call.name, call.args[0].kind_name());
    };
    let (mut dims, class) = extents(&call.args[1..], call.name, Class::Double)?;
    if call.args[1..].iter().all(Value::is_text) {
        dims = parameters.dims().clone();
    }
    if parameters.len() != 1 && parameters.dims() != &dims {
        fail!("{}: dimensions mismatch", call.name);
    }
    let generator = call.session.state().random.generator(distribution);
    let mut position = 0;
    let values = fill(dims, || {
        let parameter = parameters.as_scalar().copied().unwrap_or_else(|| parameters.as_slice()[position]);
        position += 1;
        if distribution == Distribution::Gamma {
            ziggurat::gamma(generator, parameter)
        } else {
            ziggurat::poisson(generator, parameter)
        }
    })?;
    Ok(vec![if class == Class::Single { Value::Single(values.map(|&x| x as f32)) } else { Value::Double(values) }])
}

/// `randi(imax)`, `randi([imin imax])`, with extents and a class.
fn randi(call: Call) -> Result<Vec<Value>> {
    let bounds = call.args[0].clone().full();
    let numeric = bounds.is_number_like() && !bounds.is_text();
    let Some(values) = bounds.to_doubles().filter(|values| numeric && values.iter().all(|x| *x == x.round())) else {
        fail!("randi: IMIN and IMAX must be integer bounds");
    };
    let (low, high) = match values.as_slice() {
        [] => {
            return Err(Error::with_id("Octave:index-out-of-bounds", "index (1): out of bound; value 1 out of bound 0"));
        }
        [high] if *high < 1.0 => fail!("randi: require IMAX >= 1"),
        [high] => (1.0, *high),
        [low, high, ..] => (*low, *high),
    };
    if low > high {
        fail!("randi: require IMIN <= IMAX");
    }
    let limit = 2f64.powi(53);
    if low.abs() >= limit || high.abs() >= limit {
        fail!("randi: IMIN and IMAX must be smaller than flintmax()");
    }
    let (args, class) = requested_class(&call.args[1..])?;
    let (dims, _) = match extents(&args, "rand", Class::Double) {
        Ok((dims, class)) => {
            (negative_extent(&args).map_or(Ok(dims), |()| fail!("reshape: SIZE must be non-negative"))?, class)
        }
        Err(_) if negative_extent(&args).is_some() => fail!("reshape: SIZE must be non-negative"),
        Err(error) => return Err(error),
    };
    if high > greatest(class) {
        let text =
            "warning: randi: integer IMAX exceeds requested type.  Values might be truncated to requested type.\n";
        call.session.write_error(text.as_bytes());
    }
    let generator = call.session.state().random.generator(Distribution::Uniform);
    let span = high - low + 1.0;
    let values = Value::Double(fill(dims, || low + (generator.uniform() * span).floor())?);
    Ok(vec![if class == Class::Double { values } else { ops::convert(&values, class)? }])
}

fn negative_extent(args: &[Value]) -> Option<()> {
    args.iter().any(|arg| arg.to_doubles().is_some_and(|values| values.iter().any(|&x| x < 0.0))).then_some(())
}

/// The arguments without a class at the end, and the class.
fn requested_class(args: &[Value]) -> Result<(Vec<Value>, Class)> {
    let Some((last, rest)) = args.split_last() else { return Ok((vec![], Class::Double)) };
    if !last.is_text() {
        return Ok((args.to_vec(), Class::Double));
    }
    let text = last.as_text().unwrap_or_default();
    let class = [
        Class::Double,
        Class::Single,
        Class::I8,
        Class::I16,
        Class::I32,
        Class::I64,
        Class::U8,
        Class::U16,
        Class::U32,
        Class::U64,
    ]
    .into_iter()
    .find(|class| class.name() == text);
    match class {
        Some(class) => Ok((rest.to_vec(), class)),
        None => fail!("randi: unknown requested output CLASS '{text}'"),
    }
}

fn greatest(class: Class) -> f64 {
    match class {
        Class::Single => f64::from(1 << 24),
        Class::I8 => f64::from(i8::MAX),
        Class::I16 => f64::from(i16::MAX),
        Class::I32 => f64::from(i32::MAX),
        Class::U8 => f64::from(u8::MAX),
        Class::U16 => f64::from(u16::MAX),
        Class::U32 => f64::from(u32::MAX),
        _ => f64::INFINITY,
    }
}

/// `randperm(n)`, `randperm(n, m)`: the first `m` of a shuffled `1:n`.
fn randperm(call: Call) -> Result<Vec<Value>> {
    let n = extent(&call.args[0])?;
    let m = call.args.get(1).map_or(Ok(n), extent)?;
    if n < 0 || m < 0 {
        fail!("randperm: M and N must be non-negative");
    }
    if m > n {
        fail!("randperm: M must be less than or equal to N");
    }
    let (n, m) = (n as usize, m as usize);
    if m > MOST {
        return Err(out_of_memory());
    }
    let generator = call.session.state().random.generator(Distribution::Uniform);
    // Only places that a swap has touched are kept: `n` may be far greater than `m`.
    let mut moved = std::collections::HashMap::new();
    let chosen = (0..m)
        .map(|i| {
            let k = i + (generator.uniform() * (n - i) as f64).floor() as usize;
            let here = moved.get(&i).copied().unwrap_or(i);
            let there = moved.insert(k, here).unwrap_or(k);
            (if k == i { here } else { there } + 1) as f64
        })
        .collect();
    Ok(vec![Value::row(chosen)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_key(key: &[f64]) -> Twister {
        Twister::from_values(key)
    }

    #[test]
    fn uniform_sequences() {
        let mut twister = with_key(&[1.0]);
        assert_eq!(twister.uniform(), 0.134_364_244_112_401_22);
        assert_eq!(twister.uniform(), 0.847_433_736_937_232_7);
        assert_eq!(with_key(&[1.0, 2.0, 3.0]).uniform(), 0.609_861_272_286_728_9);
        assert_eq!(with_key(&[2.5]).uniform(), 0.237_964_627_091_891_37);
        assert_eq!(with_key(&[-1.0]).uniform(), with_key(&[0.0]).uniform());
        assert_eq!(with_key(&[1e10]).uniform(), 0.635_357_444_134_117_3);
        let long: Vec<f64> = (1..=1000).map(f64::from).collect();
        assert_eq!(with_key(&long).uniform(), 0.012_666_041_744_911_039);
        assert_eq!(with_key(&long[..625]).uniform(), 0.601_355_419_191_701_5);
        assert_eq!(with_key(&[42.0]).uniform_single(), 0.693_261_9);
    }

    #[test]
    fn states_are_put_back() {
        let mut twister = with_key(&[5.0]);
        (0..1000).for_each(|_| _ = twister.word());
        let mut copy = Twister::from_values(&twister.state());
        assert_eq!(
            (0..1000).map(|_| twister.word()).collect::<Vec<_>>(),
            (0..1000).map(|_| copy.word()).collect::<Vec<_>>()
        );
    }

    #[test]
    fn ziggurat_sequences() {
        let nth = |count: usize, f: fn(&mut Twister) -> f64| {
            let mut twister = with_key(&[1.0]);
            (0..count).map(|_| f(&mut twister)).last()
        };
        assert_eq!(nth(1, ziggurat::normal), Some(-2.666_521_678_978_671));
        assert_eq!(nth(30_000, ziggurat::normal), Some(-1.536_365_408_257_225_1));
        assert_eq!(nth(1, ziggurat::exponential), Some(3.602_973_885_835_625_3));
        assert_eq!(nth(30_000, ziggurat::exponential), Some(0.721_767_933_365_995_5));
        assert_eq!(
            nth(3000, |t| f64::from(ziggurat::normal_single(t)) as f32 as f64),
            Some(f64::from(-0.143_300_56_f32))
        );
        assert_eq!(nth(3000, |t| f64::from(ziggurat::exponential_single(t))), Some(f64::from(0.744_230_75_f32)));
        assert_eq!(nth(3, |t| ziggurat::gamma(t, 2.0)), Some(1.176_588_699_430_703_8));
    }
}
