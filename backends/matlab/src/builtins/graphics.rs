//! Graphics: names that a program may call where there is nothing to draw on. One warning tells that nothing is drawn.

use super::errors::warn;
use super::{ANY, Call, Entry, entry};
use crate::{Result, Value};

macro_rules! nothing {
    ($($name:ident)*) => {
        pub const TABLE: &[Entry] = &[$(entry(stringify!($name), 0, ANY, draw)),*];
    };
}

nothing! {
    area axes axis bar barh box caxis cla clabel clf closereq colorbar colormap comet contour contour3 contourf daspect drawnow
    errorbar ezplot figure fill fill3 findobj fplot gca gcf getframe ginput grid hggroup hist3 hold image imagesc imshow imwrite legend
    light lighting line loglog material mesh meshc meshz movie newplot orient pareto patch pcolor pie plot plot3 plotyy polar print
    quiver quiver3 rectangle refresh refreshdata ribbon rose rotate saveas savefig scatter scatter3 semilogx semilogy shading sombrero
    stairs stem stem3 streamline subplot surf surface surfc surfl text title trimesh triplot trisurf uicontrol view waitbar
    waitforbuttonpress waterfall whitebg xlabel xlim ylabel ylim zlabel zlim zoom
}

/// Handles of graphics are numbers: all are the same one here.
fn draw(call: Call) -> Result<Vec<Value>> {
    const ID: &str = "Raddle:graphics";
    if !call.session.state().drawing_was_told {
        call.session.state().drawing_was_told = true;
        warn(call.session, ID, &format!("{}: graphics are not drawn", call.name));
    }
    Ok(if call.nargout > 0 { vec![Value::scalar(1.0)] } else { vec![] })
}
