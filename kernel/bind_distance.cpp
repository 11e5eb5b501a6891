#include "bind.hpp"

void bind_distance(nanobind::module_&) {}
