// Strings and algorithms.
#include <algorithm>
#include <iostream>
#include <map>
#include <numeric>
#include <string>
#include <vector>
using namespace std;

bool odd(int x) { return x % 2 != 0; }
int main() {
  string a("hello"), b = a + " " + "world";
  b += '!';
  cout << b << ' ' << b.size() << ' ' << b.find("wor") << ' ' << (b.find('z') == string::npos) << endl;
  cout << b.substr(3, 4) << '|' << (a < b) << (a == "hello") << ("zz" > a) << endl;
  string c(3, 'x');
  c.insert(1, "--");
  c.replace(0, 1, "yy");
  c.erase(2, 1);
  cout << c << ' ' << c.compare("yy") << ' ' << to_string(-120) << to_string(7u) << endl;
  map<string, int> count;
  const char *words[] = {"b", "a", "b", "c", "a", "b"};
  for (int i = 0; i < 6; i++) count[words[i]]++;
  for (map<string, int>::iterator i = count.begin(); i != count.end(); ++i) cout << i->first << i->second << ' ';
  int numbers[] = {5, 3, 9, 1, 7, 3};
  vector<int> v(numbers, numbers + 6);
  sort(v.begin(), v.end());
  for (int x : v) cout << x << ' ';
  cout << accumulate(v.begin(), v.end(), 0) << ' ' << count_if(v.begin(), v.end(), odd) << endl;
  v.erase(unique(v.begin(), v.end()), v.end());
  reverse(v.begin(), v.end());
  cout << *max_element(v.begin(), v.end()) << *find(v.begin(), v.end(), 3) << v.size() << endl;
  int k = 2;
  transform(v.begin(), v.end(), v.begin(), [k](int x) { return x * k; });
  for_each(v.begin(), v.end(), [&k](int x) { k += x; });
  cout << k << ' ' << binary_search(v.rbegin(), v.rend(), 6) << endl;
  make_heap(v.begin(), v.end());
  v.push_back(11);
  push_heap(v.begin(), v.end());
  pop_heap(v.begin(), v.end());
  for (int x : v) cout << x << ' ';
  rotate(v.begin(), v.begin() + 2, v.end());
  for (int x : v) cout << x << ' ';
  do {
    k++;
  } while (next_permutation(numbers, numbers + 3));
  cout << k << ' ' << min(3, 4) << max(2.5, 1.5) << endl;
  return 0;
}
