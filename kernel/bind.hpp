// The parts of the Python module `quepu._kernel`; each bind_*.cpp adds its own and nothing else.
#pragma once
#include <nanobind/nanobind.h>

void bind_distance(nanobind::module_& m);
void bind_program(nanobind::module_& m);
void bind_deal(nanobind::module_& m);
void bind_playout(nanobind::module_& m);
