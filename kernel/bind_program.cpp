#include "bind.hpp"

void bind_program(nanobind::module_&) {}
