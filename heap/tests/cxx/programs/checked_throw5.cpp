#include <cassert>
#include <vector>
#include <string>
#include <stdexcept>
int main() {
  std::vector<int> v(3,1);
  int r=0;
  try { v.at(3);
  } catch (const std::out_of_range&) { r=1;
  } assert((long long)(r) == 1LL);
  try { std::string s("abc");
  s.substr(5);
  } catch (std::exception&) { r=2;
  } assert((long long)(r) == 2LL);
  try { std::stoi("zz");
  } catch (std::invalid_argument&) { r=3;
  } assert((long long)(r) == 3LL);
  std::string t("x");
  try { t.at(1);
  r=0;
  } catch (std::out_of_range&) { r=4;
  } assert((long long)(r) == 4LL);
  return 0;
}
