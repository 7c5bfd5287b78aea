% The screen where there is none.
screen = get(0, 'ScreenSize')
get(0, 'units'), get(0, 'ScreenPixelsPerInch'), get(0, 'DefaultFigurePosition')
