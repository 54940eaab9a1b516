#include <cassert>
#include <sstream>
#include <string>
using namespace std;
struct P { int x,y; }; ostream& operator<<(ostream&o,const P&p){ return o<<'('<<p.x<<','<<p.y<<')'; } istream& operator>>(istream&i,P&p){ char c; return i>>c>>p.x>>c>>p.y>>c; }
int main() {
  P p{3,4};
  stringstream s;
  s<<p;
  assert((long long)(s.str()=="(3,4)") == 1LL);
  P q;
  s>>q;
  assert((long long)(q.x*10+q.y) == 34LL);
  istringstream i("1,2,3");
  string t;
  int sum=0;
  while(getline(i,t,',')) sum+=stoi(t);
  assert((long long)(sum) == 6LL);
  istringstream z("x");
  int v=7;
  z>>v;
  assert((long long)(v) == 0LL);
  assert((long long)(z.fail()) == 1LL);
  z.clear();
  char ch;
  z.get(ch);
  assert((long long)(ch) == 120LL);
  assert((long long)(z.peek()) == -1LL);
  assert((long long)(z.eof()) == 1LL);
  return 0;
}
