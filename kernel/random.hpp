// Random numbers for studies: fast, repeatable, and not for walls that anybody plays for.
#pragma once
#include <cstdint>

namespace quepu {

class Random {   // xoshiro256++, seeded by splitmix64
public:
    Random(std::uint64_t seed, std::uint64_t stream) {
        std::uint64_t x = seed + 0x9e3779b97f4a7c15 * (stream + 1);
        for (auto& word : s) {
            x += 0x9e3779b97f4a7c15;
            std::uint64_t z = x;
            z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
            z = (z ^ z >> 27) * 0x94d049bb133111eb;
            word = z ^ z >> 31;
        }
    }
    std::uint64_t next() {
        const auto turn = [](std::uint64_t v, int k) { return v << k | v >> (64 - k); };
        const std::uint64_t result = turn(s[0] + s[3], 23) + s[0], t = s[1] << 17;
        s[2] ^= s[0], s[3] ^= s[1], s[1] ^= s[2], s[0] ^= s[3], s[2] ^= t, s[3] = turn(s[3], 45);
        return result;
    }
    std::uint32_t below(std::uint32_t n) {   // uniform, by multiplication and rejection
        std::uint64_t m = (next() >> 32) * n;
        if (static_cast<std::uint32_t>(m) < n) {
            const std::uint32_t least = (0u - n) % n;
            while (static_cast<std::uint32_t>(m) < least) m = (next() >> 32) * n;
        }
        return static_cast<std::uint32_t>(m >> 32);
    }

private:
    std::uint64_t s[4];
};

}  // namespace quepu
