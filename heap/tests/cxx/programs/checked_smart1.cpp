#include <cassert>
#include <memory>
int live=0; struct T { int v; T(int x):v(x){live++;} ~T(){live--;} }; struct N { std::shared_ptr<N> next; std::weak_ptr<N> prev; int v; N(int x):v(x){live++;} ~N(){live--;} }; struct Ba { virtual int f(){return 1;} virtual ~Ba(){live--;} Ba(){live++;} }; struct De : Ba { int f() override {return 2;} };
int main() {
  { std::unique_ptr<T> p(new T(4));
  assert((long long)(p->v) == 4LL);
  std::unique_ptr<T> q=std::move(p);
  assert((long long)(!p) == 1LL);
  assert((long long)(q->v) == 4LL);
  q.reset(new T(6));
  assert((long long)(live) == 1LL);
  auto m=std::make_unique<T>(8);
  assert((long long)(m->v) == 8LL);
  } assert((long long)(live) == 0LL);
  { std::shared_ptr<T> a=std::make_shared<T>(1),b=a;
  assert((long long)(a.use_count()) == 2LL);
  a.reset();
  assert((long long)(b->v) == 1LL);
  assert((long long)(live) == 1LL);
  } assert((long long)(live) == 0LL);
  { auto x=std::make_shared<N>(1),y=std::make_shared<N>(2);
  x->next=y;
  y->prev=x;
  assert((long long)(y->prev.lock()->v) == 1LL);
  assert((long long)(x.use_count()) == 1LL);
  } assert((long long)(live) == 0LL);
  { std::unique_ptr<Ba> b(new De);
  assert((long long)(b->f()) == 2LL);
  std::shared_ptr<Ba> s=std::make_shared<De>();
  assert((long long)(s->f()) == 2LL);
  assert((long long)(std::dynamic_pointer_cast<De>(s)!=nullptr) == 1LL);
  } assert((long long)(live) == 0LL);
  return 0;
}
