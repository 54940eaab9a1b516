// Elements are made where they stay, and move only when they must.
#include <cstdio>
#include <deque>
#include <list>
#include <string>
#include <utility>
#include <vector>
using namespace std;

static int made, copied, moved, ended;
template <bool SAFE> struct Counted {
  int value;
  Counted(int v) : value(v) { made++; }
  Counted(const Counted &o) : value(o.value) { copied++; }
  Counted(Counted &&o) noexcept(SAFE) : value(o.value) {
    o.value = -1;
    moved++;
  }
  ~Counted() { ended++; }
};
static void show(const char *what) {
  printf("%s: %d made, %d copied, %d moved, %d ended\n", what, made, copied, moved, ended);
  made = copied = moved = ended = 0;
}
template <class C> void fill(C &c) {
  c.emplace_back(1);
  c.emplace_back(2);
  show("emplaced");
  typename C::value_type one(3);
  c.push_back(one);
  show("pushed");
  c.push_back(std::move(one));
  c.push_back(4);
  show("pushed and moved");
  c.push_back(c.front());
  show("pushed again");
  for (auto &x : c) printf(" %d", x.value);
  printf("\n");
}
struct Fails {
  int value;
  Fails(int v) : value(v) { made++; }
  Fails(const Fails &o) : value(o.value) {
    if (o.value == 2) throw 7;
    copied++;
  }
  ~Fails() { ended++; }
};
struct Fixed {
  int value;
  explicit Fixed(int v) : value(v) {}
  Fixed(const Fixed &) = delete;
};
int main() {
  vector<Counted<true>> safe;
  fill(safe);
  vector<Counted<false>> unsafe;
  fill(unsafe);
  deque<Counted<false>> ends;
  fill(ends);
  ends.emplace_front(8);
  ends.push_front(9);
  show("in front");
  list<Counted<true>> nodes;
  fill(nodes);
  {
    vector<Fails> v;
    v.reserve(2);
    v.emplace_back(1);
    v.emplace_back(2);
    try {
      v.emplace_back(3);
    } catch (int e) {
      printf("caught %d with %zu elements\n", e, v.size());
    }
    show("failed");
  }
  show("the rest");
  deque<Fixed> fixed;
  fixed.emplace_back(2);
  fixed.emplace_front(1);
  printf("%d %d\n", fixed[0].value, fixed[1].value);
  vector<vector<int>> rows(1);
  rows[0].push_back(5);
  int *kept = &rows[0][0];
  rows.push_back(vector<int>());
  vector<pair<int, vector<int>>> pairs;
  pairs.emplace_back(1, vector<int>(1, 6));
  int *other = &pairs[0].second[0];
  pairs.emplace_back(2, vector<int>());
  printf("%d %d\n", *kept, *other);
  return 0;
}
