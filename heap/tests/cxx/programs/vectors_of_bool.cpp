// The elements of a vector of bool are no objects: what names one of them is kept.
#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>
using namespace std;

static void show(const char *what, const vector<bool> &v) {
  printf("%s:", what);
  for (vector<bool>::const_iterator i = v.begin(); i != v.end(); ++i) printf(" %d", (int)*i);
  printf(" (%zu)\n", v.size());
}
int main() {
  vector<bool> v(5);
  v[1] = true;
  auto second = v[1];
  second = false;
  v[3] = v[4] = true;
  show("named", v);
  for (auto x : v) x = !x;
  show("turned", v);
  bool copy = v[0];
  v[0] = false;
  printf("%d %d\n", (int)copy, (int)v[0]);
  auto first = v.front();
  v.front() = true;
  printf("%d %d\n", (int)first, (int)v.back());
  v[2].flip();
  v.flip();
  swap(v[0], v[4]);
  show("flipped", v);
  v.push_back(true);
  v.emplace_back(false);
  v.insert(v.begin() + 1, true);
  v.erase(v.begin());
  v.pop_back();
  show("changed", v);
  const vector<bool> w(v.rbegin(), v.rend());
  show("reversed", w);
  printf("%d %d %d %d\n", (int)w[0], (int)(v == w), (int)(v < w), (int)w.at(1));
  printf("%d %d\n", (int)count(w.begin(), w.end(), true), (int)(find(v.begin(), v.end(), true) - v.begin()));
  v.assign(3, true);
  v.resize(4);
  fill(v.begin(), v.begin() + 2, false);
  v.swap(v);
  show("assigned", v);
  vector<bool> sieve(30, true);
  for (unsigned i = 2; i < sieve.size(); i++)
    if (sieve[i])
      for (unsigned k = i * i; k < sieve.size(); k += i) sieve[k] = false;
  int primes = 0;
  for (bool is : sieve) primes += is;
  printf("%d\n", primes);
  vector<vector<bool>> grid(2, vector<bool>(2));
  grid[1][0] = true;
  grid[0] = grid[1];
  show("row", grid[0]);
  return 0;
}
