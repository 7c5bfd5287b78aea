//! Functions of Octave that public programs were seen to call and that are not there.

/// With what it would take. Who comes there sees Octave's error of undefined names, and this.
pub const MISSING: &[(&str, &str)] = &[
    ("sparse", "sparse matrices"),
    ("spdiags", "sparse matrices"),
    ("speye", "sparse matrices"),
    ("gallery", "matrices that are sparse for the most part"),
    ("delaunay", "computational geometry"),
    ("voronoi", "computational geometry"),
    ("ode15s", "stiff differential equations"),
    ("besselj", "Bessel functions"),
    ("imread", "images"),
    ("jsondecode", "JSON"),
    ("jsonencode", "JSON"),
    ("onCleanup", "objects with destructors"),
    ("strptime", "parsing of dates"),
];

/// What a function is missing for.
pub fn reason(name: &str) -> Option<&'static str> {
    MISSING.iter().find(|row| row.0 == name).map(|row| row.1)
}
