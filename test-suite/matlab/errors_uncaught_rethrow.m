% A struct without a stack is raised without one.
rethrow(struct("message","mm","identifier","a:b"))
