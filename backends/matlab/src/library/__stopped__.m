% Whether the user's function that watches the iterations wants them to end.
function stop = __stopped__(watcher, x, rounds, calls, fval, step, state)
  stop = false;
  if ~isempty(watcher)
    seen = struct('iter', rounds, 'funccount', calls, 'fval', fval, 'searchdirection', step);
    stop = watcher(x, seen, state);
  end
end
