#include "bind_hand.hpp"

#include <cstdlib>

#include "hand_bytes.hpp"

namespace nb = nanobind;

namespace quepu {
namespace {

constexpr int most_tiles = 3 * most_sets + 2;

template <class... Args>
[[noreturn]] void refuse(PyObject* type, const char* format, Args... args) {
    PyErr_Format(type, format, args...);
    throw nb::python_error();
}

[[noreturn]] void refuse_four(const std::uint8_t* of) {
    for (int k = 0; k < playing_kinds; ++k)
        if (of[k] > 4) refuse(PyExc_ValueError, "at most four tiles of a kind; got %d of kind %d", of[k], k);
    std::abort();   // only called when there is one
}

int checked_read(const std::uint8_t* of, std::size_t size, Counts& counts) {
    if (size != playing_kinds)
        refuse(PyExc_ValueError, "a hand is 34 counts (9 characters, 9 dots, 9 bamboos, 4 winds, 3 dragons); got %zu", size);
    const int total = read_counts(of, counts);
    if (total < 0) refuse_four(of);
    return total;
}

}  // namespace

Buffer::Buffer(nb::handle object, bool writable, const char* what) {
    const int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0);
    if (!PyObject_CheckBuffer(object.ptr()))
        refuse(PyExc_TypeError, "%s, not %R", what, reinterpret_cast<PyObject*>(Py_TYPE(object.ptr())));
    if (PyObject_GetBuffer(object.ptr(), &view, flags)) throw nb::python_error();
}

ConcealedTiles::ConcealedTiles(nb::handle object) {
    constexpr const char* what = "a hand is bytes of 34 counts (bytes(list) makes them), a buffer of 34 uint8, or Tiles";
    if (PyBytes_CheckExact(object.ptr())) {
        char* data;
        Py_ssize_t size;
        PyBytes_AsStringAndSize(object.ptr(), &data, &size);
        total = checked_read(reinterpret_cast<const std::uint8_t*>(data), static_cast<std::size_t>(size), counts);
    } else if (Counts* handle; nb::try_cast<Counts*>(object, handle, false) && handle) {
        counts = *handle;
        total = counts.total();
    } else {
        const Buffer buffer(object, false, what);
        if (buffer.item() != 1) refuse(PyExc_TypeError, "%s; got items of %zu bytes", what, buffer.item());
        total = checked_read(buffer.data(), buffer.size(), counts);
    }
}

int sets_if_right(int total, std::optional<int> wanted, Shapes shapes, int jokers) {
    const int held = total + jokers;
    if (!wanted && held % 3 == 0) return -1;
    const int sets = wanted ? *wanted : held / 3;
    return sets > most_sets || held < 1 || held > 3 * sets + 2 || !possible(shapes, sets) ? -1 : sets;
}

void check_question(std::optional<int> wanted, Shapes shapes, int jokers) {
    if (jokers < 0 || jokers > most_tiles) refuse(PyExc_ValueError, "jokers are 0..%d; got %d", most_tiles, jokers);
    if (!shapes || shapes & ~shape::all) refuse(PyExc_ValueError, "shapes are a sum of SETS, PAIRS and the like; got %u", shapes);
    if (wanted && (*wanted < 0 || *wanted > most_sets)) refuse(PyExc_ValueError, "sets are 0..%d; got %d", most_sets, *wanted);
}

int sets_of(int total, std::optional<int> wanted, Shapes shapes, int jokers) {
    check_question(wanted, shapes, jokers);
    if (const int sets = sets_if_right(total, wanted, shapes, jokers); sets >= 0) return sets;
    const int held = total + jokers;
    if (wanted && (held < 1 || held > 3 * *wanted + 2))
        refuse(PyExc_ValueError, "a hand of %d sets and a pair holds 1..%d tiles; got %d", *wanted, 3 * *wanted + 2, held);
    if (!wanted && (held < 1 || held > most_tiles || held % 3 == 0))
        refuse(PyExc_ValueError,
               "concealed tiles (with jokers) are 3k+1 or 3k+2, from 1 to %d, a set in the open being three fewer; got %d",
               most_tiles, held);
    refuse(PyExc_ValueError, "these shapes need a concealed hand of 13 or 14 tiles (KNITTED: or 10, 11); got %d", held);
}

}  // namespace quepu
