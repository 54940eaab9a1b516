// Members of containers that are rarely used: nodes that move, hints, elements that cannot be copied.
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <list>
#include <vector>
#include <deque>
#include <queue>
#include <stack>
#include <string>
#include <memory>
#include <cassert>
#include <cstdio>
using namespace std;
int main() {
  map<int, string> m; m[3] = "c"; m.insert({1, "a"}); m.insert(make_pair(2, "b")); pair<const int,string> pv(7,"x"); m.insert(pv);
  auto n = m.extract(3); n.key() = 9; assert(n.mapped() == "c"); auto r = m.insert(std::move(n)); assert(r.inserted && r.position->first == 9);
  m.insert_or_assign(1, "z"); assert(m[1] == "z"); assert(!m.try_emplace(1, "q").second); m.try_emplace(m.end(), 5, "q");
  map<int, string> o; o[1] = "k"; o[20] = "l"; m.merge(o); assert(o.size() == 1 && m.count(20));
  multimap<int, int> mm; mm.insert({1, 2}); mm.insert(make_pair(1, 3)); mm.emplace(0, 4); auto h = mm.extract(1); mm.insert(std::move(h)); for (auto &e : mm) printf("%d %d\n", e.first, e.second);
  set<int> s{3, 1}; multiset<int, greater<int>> ms({1, 3, 2}, greater<int>()); s.merge(ms); printf("%zu %zu\n", s.size(), ms.size());
  unordered_map<string, int> u; u["a"] = 1; u.insert({"b", 2}); u.emplace("c", 3); u.insert_or_assign("a", 7); assert(u.at("a") == 7 && u.size() == 3);
  unordered_multimap<int, int> um; um.insert({1, 1}); um.insert({1, 2}); um.emplace(2, 2); assert(um.count(1) == 2); assert(um.erase(1) == 2);
  unordered_multiset<int> us{1, 1, 2}, ut{2, 1, 1}; assert(us == ut); ut.insert(2); assert(us != ut);
  unordered_set<int> uu; uu.insert(3); uu.insert(uu.end(), 4); assert(uu.equal_range(3).first != uu.end());
  vector<unique_ptr<int>> v; v.push_back(make_unique<int>(1)); v.insert(v.begin(), make_unique<int>(2)); assert(*v[0] == 2);
  deque<unique_ptr<int>> d; d.push_front(make_unique<int>(1)); 
  list<unique_ptr<int>> l; l.push_back(make_unique<int>(1)); l.emplace_front(new int(4)); l.splice(l.end(), list<unique_ptr<int>>());
  map<int, unique_ptr<int>> mp; mp[1] = make_unique<int>(3); mp.emplace(2, make_unique<int>(4)); mp.insert(make_pair(3, make_unique<int>(5))); assert(*mp[3] == 5);
  priority_queue<int> q(less<int>(), vector<int>{1, 5, 3}); assert(q.top() == 5); stack<int, vector<int>> st(vector<int>{1, 2}); assert(st.top() == 2);
  queue<string> qs; string t = "long enough to be on the heap"; qs.push(std::move(t)); assert(qs.front().size() > 3 && t.empty());
  pair<int, string> pa(1, "abcdefghijklmnopqrstuvwxyz"), pb; pb = std::move(pa); printf("%s|%s\n", pb.second.c_str(), pa.second.c_str());
  vector<int> vi(3, 4, allocator<int>()); vector<int> vj(vi, allocator<int>()); assert(vi == vj);
  return 0;
}
