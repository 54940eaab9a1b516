// Containers print what they hold.
#include <deque>
#include <iostream>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <stack>
#include <vector>
using namespace std;

template <class C> void show(const char *name, const C &c) {
  cout << name << ":";
  for (typename C::const_iterator i = c.begin(); i != c.end(); ++i) cout << ' ' << *i;
  cout << " (" << c.size() << ")" << endl;
}
struct Longer {
  bool operator()(int a, int b) const { return a % 10 < b % 10; }
};
int main() {
  vector<int> v;
  for (int i = 0; i < 9; i++) {
    v.push_back(i * i);
    cout << v.capacity() << ' ';
  }
  show("v", v);
  v.insert(v.begin() + 2, 3, 77);
  v.erase(v.begin());
  v.erase(v.begin() + 4, v.begin() + 6);
  show("v", v);
  vector<int> w(v.rbegin(), v.rend());
  show("w", w);
  cout << (v < w) << (v == w) << (v != w) << endl;
  w.resize(3);
  w.assign(2, 5);
  v.swap(w);
  show("v", v);
  deque<int> d(w.begin(), w.end());
  d.push_front(1);
  d.pop_back();
  d.insert(d.begin() + 1, 9);
  show("d", d);
  list<int> l(d.begin(), d.end());
  l.sort();
  l.unique();
  l.push_front(4);
  l.reverse();
  l.remove(77);
  show("l", l);
  list<int> other(2, 6);
  l.splice(++l.begin(), other);
  show("l", l);
  set<int, Longer> s(w.begin(), w.end());
  show("s", s);
  multiset<int> m(w.begin(), w.end());
  m.insert(77);
  show("m", m);
  cout << m.count(77) << ' ' << m.erase(77) << ' ' << *m.lower_bound(10) << endl;
  map<int, char> names;
  names[3] = 'c';
  names.insert(make_pair(1, 'a'));
  names.insert(pair<const int, char>(3, 'z'));
  for (map<int, char>::iterator i = names.begin(); i != names.end(); i++) cout << i->first << i->second << ' ';
  for (auto &[key, value] : names) cout << key << value << ' ';
  cout << names.count(2) << (names.find(1) != names.end()) << endl;
  multimap<int, int> mm;
  for (int i = 0; i < 6; i++) mm.insert(make_pair(i % 2, i));
  for (auto p : mm) cout << p.first << ':' << p.second << ' ';
  pair<multimap<int, int>::iterator, multimap<int, int>::iterator> r = mm.equal_range(1);
  for (; r.first != r.second; ++r.first) cout << r.first->second << ' ';
  stack<int> st;
  queue<int> q;
  priority_queue<int> pq;
  for (int x : w) {
    st.push(x);
    q.push(x);
    pq.push(x);
  }
  while (!st.empty()) {
    cout << st.top() << '/' << q.front() << '/' << pq.top() << ' ';
    st.pop();
    q.pop();
    pq.pop();
  }
  vector<vector<int>> nested(2, vector<int>(2, 1));
  nested[1].push_back(8);
  cout << nested[0].size() << nested[1][2] << endl;
  vector<int> moved(std::move(nested[1]));
  cout << moved.size() << nested[1].size() << endl;
  return 0;
}
