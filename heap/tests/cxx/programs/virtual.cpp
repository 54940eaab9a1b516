#include <cassert>
#include <cstdio>
struct A { int a; A():a(1){} virtual int f(){return a;} virtual ~A(){ printf("~A\n"); } };
struct B { int b; B():b(2){} virtual int g(){return b;} virtual ~B(){ printf("~B\n"); } };
struct C : A, B { int c; C():c(3){} int f() override {return a+b+c;} int g() override {return c*10;} ~C(){ printf("~C\n"); } };
struct D : C { int f() override { return C::f()+1; } };
int main(){
  C c; A*p=&c; B*q=&c;
  assert(p->f()==6); assert(q->g()==30);
  D d; p=&d; q=&d; assert(p->f()==7); assert(q->g()==30);
  C* r = static_cast<C*>(q); assert(r->c==3);
  assert(dynamic_cast<D*>(q)==&d); assert(dynamic_cast<A*>(q)==p);
  B* n = new D; delete n;
  B only; assert(dynamic_cast<D*>(&only)==nullptr);
  printf("ok\n");
}
