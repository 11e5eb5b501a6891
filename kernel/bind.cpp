#include "bind.hpp"

NB_MODULE(_kernel, m) {
    m.doc() = "The native kernel of quepu: hands, readings, distances and compiled rule systems. It knows no region.";
    nanobind::set_leak_warnings(false);   // compiled programs live in caches until the interpreter ends
    bind_distance(m);
    bind_program(m);
    bind_deal(m);
    bind_playout(m);
}
