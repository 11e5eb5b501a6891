// How the module's functions take a hand: 34 bytes, any buffer of 34 bytes, or a `Tiles` object.
#pragma once
#include <nanobind/nanobind.h>

#include <optional>

#include "distance.hpp"

namespace quepu {

// A view of one contiguous buffer of bytes, released with the object.
class Buffer {
public:
    Buffer(nanobind::handle object, bool writable, const char* what);
    ~Buffer() { PyBuffer_Release(&view); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    std::uint8_t* data() const { return static_cast<std::uint8_t*>(view.buf); }
    std::size_t size() const { return static_cast<std::size_t>(view.len); }
    std::size_t item() const { return static_cast<std::size_t>(view.itemsize); }   // bytes of one item

private:
    Py_buffer view;
};

// Checked counts and their total. Errors say what was got and what would be right.
struct ConcealedTiles {
    Counts counts;
    int total;
    explicit ConcealedTiles(nanobind::handle object);
};

// What can be said of the options before any hand is known.
void check_question(std::optional<int> sets, Shapes shapes, int jokers);
// The number of sets a hand aims at; the options are checked.
int sets_of(int total, std::optional<int> sets, Shapes shapes, int jokers);
// The same without the interpreter, for options that were checked: -1 if the total does not fit.
int sets_if_right(int total, std::optional<int> sets, Shapes shapes, int jokers);

}  // namespace quepu
