//! `histc`, and the counts of `hist`. Draws nothing.

use super::along::map_lines;
use super::extrema::{self, Side};
use super::options::explicit_dimension;
use crate::builtins::Call;
use crate::builtins::graphics::warn_of_drawing;
use crate::value::{Array, Value};
use crate::{Result, fail};

/// `[n, idx] = histc(x, edges, dim)`: numbers of elements from each edge to the next, and at the last edge.
pub fn histc(call: Call) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    let (Some(x), Some(edges)) = (value.to_doubles(), call.args[1].to_doubles()) else {
        fail!("histc: X and EDGES must be real");
    };
    if edges.is_empty() {
        call.session.write_error(b"warning: histc: empty EDGES specified\n");
        return Ok(vec![Value::empty(), Value::empty()]);
    }
    let mut edges = edges.into_vec();
    if !edges.is_sorted() {
        call.session.write_error(b"warning: histc: edge values not sorted on input\n");
        edges.sort_by(f64::total_cmp);
    }
    let dimension = call.args.get(2).and_then(explicit_dimension).unwrap_or_else(|| x.dims().first_long());
    let places = x.map(|&x| place(&edges, x));
    let counts = map_lines(&places, dimension, edges.len(), |line, out| {
        let mut counts = vec![0.0; edges.len()];
        for &place in line.iter().filter(|&&place| place > 0.0) {
            counts[place as usize - 1] += 1.0;
        }
        out.extend(counts);
    });
    Ok(vec![Value::Double(counts), Value::Double(places)])
}

/// The number of the last edge that is not above, 0 outside.
fn place(edges: &[f64], x: f64) -> f64 {
    let count = edges.partition_point(|&edge| edge <= x);
    let beyond = edges.last().is_some_and(|&last| x > last) || x.is_nan();
    if beyond { 0.0 } else { count as f64 }
}

/// `[nn, xx] = hist(y, centers, norm)`
pub fn hist(call: Call) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    let Some(y) = value.to_doubles().filter(|_| !value.is_text()) else { fail!("hist: Y must be real-valued") };
    if call.nargout == 0 {
        warn_of_drawing(call.session, "hist");
        return Ok(vec![]);
    }
    let is_vector = y.dims().is_vector();
    let y = if is_vector { Array::column(y.into_vec()) } else { y };
    let mut centers = centers(&y, call.args.get(1))?;
    if !centers.is_sorted() {
        call.session.write_error(b"warning: hist: bin values X not sorted on input\n");
        centers.sort_by(f64::total_cmp);
    }
    let cutoffs: Vec<f64> = centers.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0).collect();
    let norm = call.args.get(2).and_then(Value::as_scalar);
    let counts = map_lines(&y, 0, centers.len(), |line, out| {
        let mut counts = vec![0.0; centers.len()];
        for x in line.iter().filter(|x| !x.is_nan()) {
            counts[cutoffs.partition_point(|cutoff| cutoff < x)] += 1.0;
        }
        let total: f64 = counts.iter().sum();
        out.extend(counts.into_iter().map(|count| norm.map_or(count, |norm| count * (norm / total))));
    });
    let length = centers.len();
    Ok(if is_vector {
        vec![Value::Double(counts.reshape([1, length].into())), Value::row(centers)]
    } else {
        vec![Value::Double(counts), Value::column(centers)]
    })
}

/// The middles of the bins: as given, or those of a number of equal bins between the extreme values.
fn centers(y: &Array<f64>, argument: Option<&Value>) -> Result<Vec<f64>> {
    let count = match argument.map(Value::to_doubles) {
        None => 10.0,
        Some(Some(numbers)) if numbers.len() == 1 => numbers.as_slice()[0],
        Some(Some(numbers)) if !numbers.is_empty() => return Ok(numbers.into_vec()),
        Some(_) => fail!("hist: second argument must be a scalar or a vector"),
    };
    if !(1.0..1e9).contains(&count) {
        fail!("hist: number of bins NBINS must be positive");
    }
    let all = Value::column(y.as_slice().to_vec());
    let extreme =
        |side| extrema::along("hist", all.clone(), Some(0), side).map(|pair| pair.0.as_scalar().unwrap_or(f64::NAN));
    let (mut least, mut greatest) = (extreme(Side::Min)?, extreme(Side::Max)?);
    if least == greatest {
        (least, greatest) = (least - 0.5, greatest + 0.5);
    }
    let delta = (greatest - least) / count / 2.0;
    let (first, last) = (least + delta, greatest - delta);
    let steps = count as usize - 1;
    let step = if steps == 0 { 0.0 } else { (last - first) / steps as f64 };
    Ok((0..=steps).map(|k| if k == steps { last } else { first + k as f64 * step }).collect())
}
