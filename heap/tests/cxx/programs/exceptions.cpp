#include <cassert>
#include <cstdio>
struct T { int n; T(int x):n(x){printf("T%d\n",n);} T(const T&o):n(o.n){printf("copy %d\n",n);} ~T(){printf("~T%d\n",n);} };
struct E { int code; E(int c):code(c){printf("E\n");} E(const E&e):code(e.code){printf("copyE\n");} virtual ~E(){printf("~E\n");} virtual int w(){return code;} };
struct F : E { F(int c):E(c){} int w() override {return code+100;} };
int f(int x){ T t(x); if(x>3) throw F(x); if (x==3) throw 42; return x; }
struct M { T a; T b; M():a(1),b(f2()){ } int f2(){ throw 1.5; return 1;} };
int main(){
  try { f(1); f(5); assert(0); } catch (int i) { assert(0);} catch (E& e) { printf("caught %d\n", e.w()); assert(e.w()==105); }
  try { f(3); } catch (E& e) { assert(0);} catch (int i) { assert(i==42);} 
  try { try { f(7);} catch (E e) { printf("sliced %d\n", e.w()); throw; } } catch (F& g) { printf("again %d\n", g.w()); }
  try { M m; } catch (double d) { assert(d==1.5);} 
  for (int i=0;i<3;i++){ T loop(i+50); try { if (i==1) continue; if (i==2) throw "text"; } catch (const char*s) { printf("%s\n", s); break; } }
  try { T* p = new T(f(9)); } catch (...) { printf("all\n"); }
  printf("end\n");
}
