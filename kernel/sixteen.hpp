// Sixteen small numbers side by side, in the compilers' portable vectors: one SSE2 or NEON instruction per operation.
#pragma once
#include <cstring>

#include "distance_tables.hpp"

namespace quepu {

using Sixteen = std::uint8_t __attribute__((vector_size(16)));
using Halves = std::uint64_t __attribute__((vector_size(16)));

inline Sixteen load(const Worth& w) {
    Sixteen v;
    std::memcpy(&v, w.most.data(), sizeof v);
    return v;
}
inline Worth store(Sixteen v) {
    Worth w;
    std::memcpy(w.most.data(), &v, sizeof v);
    return w;
}
inline Sixteen all_of(int n) { return Sixteen{} + static_cast<std::uint8_t>(n); }
inline Sixteen larger(Sixteen a, Sixteen b) { return a > b ? a : b; }
// `m` places up, in both halves; zeros follow. (These casts reinterpret a register, not memory.)
inline Sixteen up(Sixteen v, int m) { return reinterpret_cast<Sixteen>(reinterpret_cast<Halves>(v) << (8 * m)); }
// The lower half in the place of the upper one, zeros in the lower one.
inline Sixteen half_up(Sixteen v) { return reinterpret_cast<Sixteen>(Halves{0, reinterpret_cast<Halves>(v)[0]}); }
inline bool any(Sixteen v) { return reinterpret_cast<Halves>(v)[0] | reinterpret_cast<Halves>(v)[1]; }

}  // namespace quepu
