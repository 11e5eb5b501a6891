// Compiled rules come as a row of words; nothing in it is believed.
#pragma once
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "tiles.hpp"

namespace quepu {

// Reads words one after another and refuses what does not fit.
struct Reader {
    std::span<const std::int32_t> words;
    std::size_t at = 0;

    [[noreturn]] void fail(const std::string& what) const {
        throw std::invalid_argument("not a program: " + what + " at word " + std::to_string(at));
    }
    std::int32_t word(std::int64_t low, std::int64_t high, const char* what) {
        if (at >= words.size()) fail(std::string("it ends before ") + what);
        const std::int32_t w = words[at++];
        if (w < low || w > high) fail(std::string(what) + " is " + std::to_string(w));
        return w;
    }
    std::int32_t any(const char* what) { return word(std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max(), what); }
    Kinds mask(const char* what) {
        const auto low = static_cast<std::uint32_t>(any(what)), high = static_cast<std::uint32_t>(any(what));
        return static_cast<Kinds>(high) << 32 | low;
    }
    template <class T, class F> void list(std::vector<T>& out, int most, const char* what, F read) {
        const int n = word(0, most, what);
        out.reserve(static_cast<std::size_t>(n));
        for (int i = 0; i < n; ++i) out.push_back(read());
    }
};

}  // namespace quepu
