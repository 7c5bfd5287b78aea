//! Graphics: names that a program may call where there is nothing to draw on. One warning tells that nothing is drawn.

use super::errors::warn;
use super::{ANY, Call, Entry, entry};
use crate::session::Session;
use crate::{Result, Value, fail};

macro_rules! nothing {
    ($($name:ident)*) => {
        pub const TABLE: &[Entry] = &[entry("get", 1, 2, get), $(entry(stringify!($name), 0, ANY, draw)),*];
    };
}

nothing! {
    annotation area axes axis bar barh box brighten camlight camorbit caxis cla clabel clf closereq colorbar colormap comet
    comet3 compass contour contour3 contourf daspect datetick drawnow errorbar ezcontour ezmesh ezplot ezplot3 ezpolar ezsurf
    feather figure fill fill3 findobj fplot gca gcf getframe ginput gplot grid gtext hggroup hgsave hidden hist3 hold image
    imagesc imshow imwrite isosurface legend light lightangle lighting line linkaxes loglog loglogerr material mesh meshc meshz
    movie newplot orient pan pareto patch pbaspect pcolor pie pie3 plot plot3 plotmatrix plotyy polar print quiver quiver3
    rectangle refresh refreshdata rgbplot ribbon rose rotate rotate3d saveas savefig scatter scatter3 semilogx semilogxerr
    semilogy semilogyerr set shading shg slice sombrero spy stairs stem stem3 streamline subplot surf surface surfc surfl
    surfnorm tetramesh text title treeplot trimesh triplot trisurf uicontrol uimenu uipanel view waitbar waitforbuttonpress
    waterfall whitebg xlabel xlim xtickangle xticklabels xticks ylabel ylim ytickangle yticklabels yticks zlabel zlim zoom
    ztickangle zticklabels zticks
}

/// Does a function nothing but warn?
pub fn is_ignored(name: &str) -> bool {
    name != "get" && TABLE.iter().any(|entry| entry.name == name)
}

/// Tells once that nothing is drawn.
pub fn warn_of_drawing(session: &mut dyn Session, name: &str) {
    const ID: &str = "Raddle:graphics";
    if session.state().told.insert("graphics") {
        warn(session, ID, &format!("{name}: graphics are not drawn"));
    }
}

/// `get(0, name)`: what the screen is where there is none. Other objects have no properties.
fn get(call: Call) -> Result<Vec<Value>> {
    let is_root = call.args[0].as_scalar() == Some(0.0);
    let name = call.args.get(1).and_then(Value::as_text).filter(|_| is_root);
    let value = match name.map(|name| name.to_ascii_lowercase()).as_deref() {
        Some("screensize") => Value::row(vec![1.0; 4]),
        Some("defaultfigureposition") => Value::row(vec![300.0, 200.0, 560.0, 420.0]),
        Some("screenpixelsperinch") => Value::scalar(72.0),
        Some("screendepth") => Value::scalar(0.0),
        Some("units") => Value::text("pixels"),
        Some("currentfigure") => Value::empty(),
        _ => fail!("get: nothing is drawn, so graphics objects have no properties"),
    };
    Ok(vec![value])
}

/// Handles of graphics are numbers: all are the same one here.
fn draw(call: Call) -> Result<Vec<Value>> {
    warn_of_drawing(call.session, call.name);
    Ok(vec![Value::scalar(1.0); call.nargout])
}
