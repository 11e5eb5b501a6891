#include "bots.hpp"
namespace quepu {
Act choose_by_value(const Deal& deal, int s, Random& random) { return choose_greedily(deal, s, random); }
}
