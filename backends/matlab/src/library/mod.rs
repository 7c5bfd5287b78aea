//! Functions that are written in the language itself, one a file, as users would write them. Knows no values: the interpreter parses a
//! file when its function is called first. None has a path, so they count as builtin functions in errors.

use raddle_matlab::ast::Source;
use std::rc::Rc;

macro_rules! files {
    ($($name:ident)*) => {
        &[$((stringify!($name), include_str!(concat!(stringify!($name), ".m")))),*]
    };
}

/// Sorted by name.
const FILES: &[(&str, &str)] = files! {
    __differences__ __dogleg__ __krylov__ __stopped__ acotd acscd asecd atan2d autumn base64_decode base64_encode bicg bicgstab bincoeff blkmm bone calendar cart2pol cart2sph
    celldisp cgs commutation_matrix compare_versions condest confirm_recursive_rmdir convn cool copper cospi cotd cplxpair cscd
    cylinder duplication_matrix ellipsoid fftconv findstr flipdim fminunc fsolve genvarname gmres gray hex2num hot hsv hsv2rgb humps im2double inpolygon
    integral3 iscolormap isequaln iskeyword isstr jet kendall lines lsqnonneg mexext movfun movmax movmean movmedian movmin movprod
    movstd movsum movvar mpoles mustBeFinite mustBeInteger mustBeMember mustBeNonempty mustBeNonnegative mustBeNumeric
    mustBePositive namelengthmax nargoutchk newline nonzeros normest1 num2hex parseparams pcg peaks pink pol2cart polyaffine
    polyarea polyeig polygcd ppder ppint ppjumps quad2d ranks rectint repelem repelems residue rgb2gray rgb2hsv rng runlength secd
    setstr shiftdim sinpi spearman sph2cart sphere spring strmatch strtrunc summer sylvester symvar triplequad uniquetol vech
    verLessThan white winter
};

fn text(name: &str) -> Option<&'static str> {
    FILES.binary_search_by_key(&name, |it| it.0).ok().map(|at| FILES[at].1)
}

pub fn find(name: &str) -> Option<Rc<Source>> {
    text(name).map(|text| Rc::new(Source::new(None, text.into())))
}

pub fn has(name: &str) -> bool {
    text(name).is_some()
}

pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|it| it.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_sorted_and_begin_with_their_function() {
        assert!(FILES.is_sorted_by_key(|it| it.0));
        for (name, text) in FILES {
            let file =
                raddle_matlab::parse_file(find(name).unwrap()).unwrap_or_else(|_| panic!("{name} is no program"));
            assert!(file.is_function_file && &*file.functions[0].name == *name, "{name}: {text}");
        }
    }
}
