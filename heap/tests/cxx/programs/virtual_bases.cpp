#include <cassert>
#include <cstdio>
struct V { int v; V(int x=5):v(x){printf("V%d\n",x);} virtual int id(){return 1;} virtual ~V(){printf("~V\n");} };
struct L : virtual V { int l; L():V(6),l(7){printf("L %d\n",id());} int id() override {return 2;} ~L(){printf("~L %d\n",id());} };
struct R : virtual V { int r; R():V(8),r(9){printf("R %d\n",v);} ~R(){printf("~R\n");} };
struct X : L, R { int x; X():V(10),x(11){printf("X %d\n",v);} int id() override {return 4;} ~X(){printf("~X\n");} };
int main(){
  X x; V*p=&x; R*q=&x; L*l=&x;
  assert(p->id()==4); assert(q->id()==4); assert(q->v==10); assert(l->v==10); l->v=3; assert(q->v==3);
  X y(x); assert(y.v==3);
  assert(dynamic_cast<X*>(p)==&x);
  assert(dynamic_cast<L*>(q)==l);
  V* d = new X; delete d;
}
