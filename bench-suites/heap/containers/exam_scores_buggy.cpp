// Turns a map from students to their scores into maps for each exam, but takes the scores of the first.
#include <cassert>
#include <map>
#include <string>
#include <vector>
extern int nondet_int();
extern unsigned nondet_uint();

int main() {
    unsigned exams = nondet_uint();
    if (exams == 0 || exams > 1000) return 0;
    std::map<std::string, std::vector<int> *> students;
    const char *names[3] = {"ann", "bob", "cy"};
    for (int s = 0; s < 3; s++) {
        students[names[s]] = new std::vector<int>;
        for (unsigned k = 0; k < exams; k++) students[names[s]]->push_back(nondet_int());
    }
    std::vector<std::map<std::string, int> *> scores;
    for (unsigned k = 0; k < exams; k++) {
        std::map<std::string, int> *exam = new std::map<std::string, int>;
        for (std::map<std::string, std::vector<int> *>::iterator it = students.begin(); it != students.end(); ++it)
            (*exam)[it->first] = (*it->second)[0];
        scores.push_back(exam);
    }
    unsigned k = nondet_uint();
    if (k < exams) assert((*scores[k])["bob"] == (*students["bob"])[k]);
    for (unsigned i = 0; i < exams; i++) delete scores[i];
    for (std::map<std::string, std::vector<int> *>::iterator it = students.begin(); it != students.end(); ++it)
        delete it->second;
    return 0;
}
