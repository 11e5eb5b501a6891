// Threads that are joined whatever happens.
#pragma once
#include <thread>
#include <vector>

namespace quepu {

struct Team {   // not std::jthread, which some standard libraries still lack
    std::vector<std::thread> threads;
    ~Team() {
        for (auto& thread : threads) thread.join();
    }
};

}  // namespace quepu
