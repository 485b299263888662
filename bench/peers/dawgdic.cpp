// The peer of the searches: Debian's dawgdic, walked in the plain way.
//
// dawgdic words LEXICON RACKS    words of at least 4 letters for each rack ("?" is a blank)
// dawgdic plays LEXICON POSITIONS  every play of Match for each position, with value and score
//
// A position is a hand and its lanes, cards as small (yellow) and capital (red) letters: "b" for a
// base word, "c" and a card for a word across it, "e" and cards for a word that can grow.
// Each line on standard input asks for one pass over all queries; it is answered with the
// nanoseconds of the processor that the pass took and the number of answers found.

#include <dawgdic/dawg-builder.h>
#include <dawgdic/dictionary-builder.h>

#include <cctype>
#include <ctime>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Index = dawgdic::BaseType;

void load(const char *path, dawgdic::Dictionary *dictionary) {
  std::ifstream file(path);
  dawgdic::DawgBuilder builder;
  std::string word;
  for (int number = 0; file >> word; ++number) builder.Insert(word.c_str(), word.size(), number);
  dawgdic::Dawg dawg;
  builder.Finish(&dawg);
  dawgdic::DictionaryBuilder::Build(dawg, dictionary);
}

struct Rack {
  int letters[26] = {};
  int blanks = 0;
};

struct WordSearch {
  const dawgdic::Dictionary &dictionary;
  Rack rack;
  std::vector<int> &found;

  void from(Index at, int length) {
    if (length >= 4 && dictionary.has_value(at)) found.push_back(dictionary.value(at));
    for (int letter = 0; letter < 26; ++letter) {
      int &tile = rack.letters[letter] ? rack.letters[letter] : rack.blanks;
      Index next = at;
      if (!tile || !dictionary.Follow(static_cast<char>('a' + letter), &next)) continue;
      --tile;
      from(next, length + 1);
      ++tile;
    }
  }
};

struct Play {
  int lane, word, offset, value, score;
};

struct Position {
  int yellow[26] = {}, red[26] = {};
  std::vector<std::string> lanes;
};

struct PlaySearch {
  const dawgdic::Dictionary &dictionary;
  const Position &position;
  std::vector<Play> &found;
  int used[26] = {};
  int lane = 0;
  std::string old;  // small letters
  bool old_yellow = true, old_red = true;

  void run() {
    for (lane = 0; lane < static_cast<int>(position.lanes.size()); ++lane) {
      old.clear();
      old_yellow = old_red = true;
      for (char card : position.lanes[lane].substr(1)) {
        (std::isupper(card) ? old_yellow : old_red) = false;
        old.push_back(static_cast<char>(std::tolower(card)));
      }
      from(dictionary.root(), 0, old.empty() ? 0 : -1, true, true);
    }
  }

  // `offset` is -1 until the old letters stand.
  void from(Index at, int laid, int offset, bool yellow, bool red) {
    if (offset >= 0 && laid > 0 && dictionary.has_value(at)) accept(at, laid, offset, yellow, red);
    if (offset < 0) {
      Index next = at;
      if (dictionary.Follow(old.c_str(), &next)) from(next, laid, laid, yellow, red);
    }
    for (int letter = 0; letter < 26; ++letter) {
      if (used[letter] == position.yellow[letter] + position.red[letter]) continue;
      Index next = at;
      if (!dictionary.Follow(static_cast<char>('a' + letter), &next)) continue;
      int count = ++used[letter];
      from(next, laid + 1, offset, yellow && count <= position.yellow[letter],
           red && count <= position.red[letter]);
      --used[letter];
    }
  }

  void accept(Index at, int laid, int offset, bool yellow, bool red) {
    int length = laid + static_cast<int>(old.size());
    bool alike = (yellow && old_yellow) || (red && old_red);
    found.push_back({lane, dictionary.value(at), offset, yellow || red ? 2 * laid : laid,
                     alike ? 2 * length : length});
  }
};

long long now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

template <class Query, class Search>
void serve(const std::vector<Query> &queries, Search search) {
  std::string line;
  while (std::getline(std::cin, line)) {
    long long began = now();
    std::size_t count = 0;
    for (const Query &query : queries) count += search(query);
    std::cout << now() - began << ' ' << count << std::endl;
  }
}

std::vector<Rack> read_racks(const char *path) {
  std::ifstream file(path);
  std::vector<Rack> racks;
  for (std::string tiles; file >> tiles;) {
    Rack rack;
    for (char tile : tiles) ++(tile == '?' ? rack.blanks : rack.letters[tile - 'a']);
    racks.push_back(rack);
  }
  return racks;
}

std::vector<Position> read_positions(const char *path) {
  std::ifstream file(path);
  std::vector<Position> positions;
  for (std::string line; std::getline(file, line);) {
    std::istringstream parts(line);
    std::string hand, lane;
    parts >> hand;
    Position position;
    for (char card : hand)
      ++(std::isupper(card) ? position.red : position.yellow)[std::tolower(card) - 'a'];
    while (parts >> lane) position.lanes.push_back(lane);
    positions.push_back(position);
  }
  return positions;
}

}  // namespace

int main(int count, char **arguments) {
  if (count != 4) return 2;
  dawgdic::Dictionary dictionary;
  load(arguments[2], &dictionary);
  std::cout << "ready" << std::endl;
  if (std::string(arguments[1]) == "words") {
    std::vector<int> found;
    serve(read_racks(arguments[3]), [&](const Rack &rack) {
      found.clear();
      WordSearch{dictionary, rack, found}.from(dictionary.root(), 0);
      return found.size();
    });
  } else {
    std::vector<Play> found;
    serve(read_positions(arguments[3]), [&](const Position &position) {
      found.clear();
      PlaySearch search{dictionary, position, found};
      search.run();
      return found.size();
    });
  }
}
