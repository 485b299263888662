// The load client: sockets of many tables, one script for all of them, and how long each action takes.
//
// load PLAN reads what to do from a file of tab-separated lines, opens every socket, prints "ready",
// and then takes "run RATE WARM_S MEASURE_S" lines; each is answered by one line of JSON. A rate of 0
// keeps every table of the bidding share busy. Payloads are in hex; {table} stands for a table's name.

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <deque>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using std::string;
using std::vector;

[[noreturn]] void die(const string& why) {
    std::cerr << "load: " << why << std::endl;
    std::exit(1);
}

const double LOOK_S = 0.0005;

double now_s() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

double used_s() {
    rusage u;
    getrusage(RUSAGE_SELF, &u);
    return u.ru_utime.tv_sec + u.ru_stime.tv_sec + (u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

string unhex(const string& hex) {
    string raw;
    for (size_t i = 0; i + 1 < hex.size(); i += 2) raw += char(std::stoi(hex.substr(i, 2), nullptr, 16));
    return raw;
}

string for_table(string text, const string& name) {
    static const string mark = "{table}";
    for (size_t at = text.find(mark); at != string::npos; at = text.find(mark, at + name.size()))
        text.replace(at, mark.size(), name);
    return text;
}

// A client's frames are masked; a mask of zeros leaves the payload as it is.
string framed(const string& payload, unsigned char opcode) {
    string frame(1, char(0x80 | opcode));
    if (payload.size() < 126) {
        frame += char(0x80 | payload.size());
    } else {
        if (payload.size() > 65535) die("a payload is too long");
        frame += char(0x80 | 126);
        frame += char(payload.size() >> 8);
        frame += char(payload.size() & 255);
    }
    return frame + string(4, '\0') + payload;
}

struct Step {
    int seat;
    string payload;
};

struct Answer {
    string prefix, payload;
};

struct Socket {
    int fd = -1, table = 0, seat = 0;
    string path, headers;
    bool open = false, ready = false;
    size_t greeted = 0;
    string rest;  // what came in of a frame, or of the handshake, that is not whole yet
};

struct Table {
    string name;
    vector<int> sockets;
    size_t next = 0;
    bool busy = false;
    int acks = 0, told = 0;
    double due = 0, sent = 0, acked = 0;
};

struct Plan {
    int port = 0;
    size_t share = 5;
    double turn_s = 0.25;
    unsigned char opcode = 1;
    bool acks = false, again = false;
    string ack, told, empty, fault, ready;
    vector<Answer> hello;   // sent in order, each when a frame with its prefix has come
    vector<Answer> answers; // sent whenever such a frame comes and nothing more
    vector<Step> opening;   // sent once at each table when all its sockets are ready
    vector<Step> script;
    vector<Table> tables;
    vector<Socket> sockets;
};

bool starts(const char* data, size_t size, const string& prefix) {
    return size >= prefix.size() && memcmp(data, prefix.data(), prefix.size()) == 0;
}

Plan read_plan(const char* file) {
    Plan plan;
    std::ifstream in(file);
    string line;
    while (std::getline(in, line)) {
        vector<string> f;
        std::stringstream cut(line);
        for (string field; std::getline(cut, field, '\t');) f.push_back(field);
        f.resize(5);
        if (f[0] == "port") plan.port = std::stoi(f[1]);
        else if (f[0] == "share") plan.share = std::stoul(f[1]);
        else if (f[0] == "binary") plan.opcode = 2;
        else if (f[0] == "again") plan.again = true;
        else if (f[0] == "ack") plan.ack = unhex(f[1]), plan.acks = true;
        else if (f[0] == "told") plan.told = unhex(f[1]);
        else if (f[0] == "empty") plan.empty = unhex(f[1]);
        else if (f[0] == "fault") plan.fault = unhex(f[1]);
        else if (f[0] == "ready") plan.ready = unhex(f[1]);
        else if (f[0] == "hello") plan.hello.push_back({unhex(f[1]), unhex(f[2])});
        else if (f[0] == "answer") plan.answers.push_back({unhex(f[1]), unhex(f[2])});
        else if (f[0] == "opening") plan.opening.push_back({std::stoi(f[1]), unhex(f[2])});
        else if (f[0] == "step") plan.script.push_back({std::stoi(f[1]), unhex(f[2])});
        else if (f[0] == "table") plan.tables.emplace_back(), plan.tables.back().name = f[1];
        else if (f[0] == "socket") {
            Socket socket;
            socket.table = int(plan.tables.size()) - 1;
            socket.seat = int(plan.tables.back().sockets.size());
            socket.path = f[1];
            socket.headers = f[2];
            plan.tables.back().sockets.push_back(int(plan.sockets.size()));
            plan.sockets.push_back(socket);
        } else die("a line of the plan is not known: " + f[0]);
    }
    return plan;
}

class Client {
  public:
    explicit Client(Plan plan) : plan_(std::move(plan)), poll_(epoll_create1(0)), in_(1 << 18) {}

    void connect_all() {
        const size_t together = 32;
        size_t begun = 0;
        while (ready_ < plan_.sockets.size()) {
            while (begun < plan_.sockets.size() && begun < ready_ + together) connect_one(int(begun++));
            turn(1.0);
        }
        for (auto& table : plan_.tables) {
            if (plan_.opening.empty()) break;
            for (auto& step : plan_.opening) send(table, step);
            table.busy = true;
            table.told = int(table.sockets.size());
            table.acks = plan_.acks ? 1 : 0;
            while (table.busy) turn(1.0);
        }
    }

    void run(double rate, double warm_s, double measure_s) {
        ack_ms_.clear(), last_ms_.clear();
        double begin = now_s(), used = 0, turned = begin;
        from_ = begin + warm_s;
        until_ = from_ + measure_s;
        told_ = acks_ = bytes_ = 0;
        missed_ = 0;
        exhausted_ = false;
        bool counting = false;
        std::exponential_distribution<double> gap(rate > 0 ? rate : 1);
        double next = begin;
        waiting_.clear();
        for (double now = begin; now < until_; now = now_s()) {
            if (!counting && now >= from_) used = used_s(), counting = true;
            if (now - turned >= plan_.turn_s) turned = now, group_ = (group_ + 1) % plan_.share;
            if (rate > 0)
                for (; next <= now; next += gap(luck_)) waiting_.push_back(next);
            if (!feed(rate > 0, now)) break;
            double pause = rate > 0 ? next - now_s() : 0.01;
            turn(std::max(0.0, std::min(pause, 0.01)));
        }
        double ended = now_s(), cpu = used_s() - used;
        for (double grace = now_s() + 2; busy_ > 0 && now_s() < grace;) turn(0.01);
        for (double due : waiting_) missed_ += due >= from_;
        report(rate, ended - from_, cpu, missed_ + busy_);
    }

  private:
    void connect_one(int i) {
        Socket& s = plan_.sockets[i];
        s.fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (s.fd < 0) die("there are no more sockets");
        int on = 1;
        setsockopt(s.fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(uint16_t(plan_.port));
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (::connect(s.fd, reinterpret_cast<sockaddr*>(&to), sizeof to)) die("nothing listens");
        fcntl(s.fd, F_SETFL, fcntl(s.fd, F_GETFL) | O_NONBLOCK);
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.u32 = uint32_t(i);
        epoll_ctl(poll_, EPOLL_CTL_ADD, s.fd, &event);
        string where = "127.0.0.1:" + std::to_string(plan_.port);
        write_all(s, "GET " + s.path + " HTTP/1.1\r\nHost: " + where + "\r\nUpgrade: websocket\r\n" +
                         "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
                         "Sec-WebSocket-Key: dGhlIGxvYWQgY2xpZW50cw==\r\nOrigin: http://" + where + "\r\n" +
                         (s.headers.empty() ? "" : s.headers + "\r\n") + "\r\n");
    }

    void write_all(Socket& s, const string& data) {
        if (::send(s.fd, data.data(), data.size(), MSG_NOSIGNAL) != ssize_t(data.size()))
            die("a socket takes no more");
    }

    void say(Socket& s, const string& payload) {
        write_all(s, framed(for_table(payload, plan_.tables[s.table].name), plan_.opcode));
    }

    void send(Table& table, const Step& step) { say(plan_.sockets[table.sockets[step.seat]], step.payload); }

    // Gives actions to tables of the bidding share that are free; false where no script goes on.
    bool feed(bool paced, double now) {
        size_t n = plan_.tables.size(), per = n / plan_.share, looked = 0, over = 0;
        while ((!paced || !waiting_.empty()) && looked < per) {
            Table& table = plan_.tables[(group_ + plan_.share * (at_++ % per)) % n];
            ++looked;
            if (table.busy) continue;
            if (table.next == plan_.script.size()) {
                if (!plan_.again) {
                    if (++over == per) return next_group();
                    continue;
                }
                table.next = 0;
            }
            over_ = 0;
            table.due = paced ? waiting_.front() : now;
            if (paced) waiting_.pop_front();
            table.busy = true;
            table.told = int(table.sockets.size());
            table.acks = plan_.acks ? 1 : 0;
            table.acked = 0;
            ++busy_;
            send(table, plan_.script[table.next++]);
        }
        return true;
    }

    // It is the next tables' turn; false where those of all groups are over.
    bool next_group() {
        group_ = (group_ + 1) % plan_.share;
        exhausted_ = ++over_ == plan_.share;
        return !exhausted_;
    }

    // Sleeps, then takes what came in. Were it woken by each frame, the server would spend more time
    // on waking it than on sending.
    void turn(double pause) {
        epoll_event events[512];
        timespec wait{0, long(std::min(pause, LOOK_S) * 1e9)};
        nanosleep(&wait, nullptr);
        int n = epoll_wait(poll_, events, 512, 0);
        for (int i = 0; i < n; ++i) take(plan_.sockets[events[i].data.u32]);
    }

    void take(Socket& s) {
        ssize_t got = ::recv(s.fd, in_.data(), in_.size(), 0);
        if (got < 0 && errno == EAGAIN) return;
        if (got <= 0) die("the server closed a socket");
        bytes_ += got;
        double now = now_s();
        if (s.rest.empty()) {
            size_t used = parse(s, in_.data(), size_t(got), now);
            s.rest.assign(in_.data() + used, size_t(got) - used);
        } else {
            s.rest.append(in_.data(), size_t(got));
            string whole;
            whole.swap(s.rest);
            size_t used = parse(s, whole.data(), whole.size(), now);
            s.rest = whole.substr(used);
        }
    }

    size_t parse(Socket& s, const char* data, size_t size, double now) {
        size_t at = 0;
        if (!s.open) {
            string head(data, size);
            size_t end = head.find("\r\n\r\n");
            if (end == string::npos) return 0;
            if (head.compare(0, 12, "HTTP/1.1 101") != 0) die("a handshake was refused: " + head);
            s.open = true;
            at = end + 4;
            greet(s, "", 0);
        }
        while (size - at >= 2) {
            auto* u = reinterpret_cast<const unsigned char*>(data + at);
            size_t length = u[1] & 127, head = 2;
            if (length == 126) {
                if (size - at < 4) break;
                length = size_t(u[2]) << 8 | u[3], head = 4;
            } else if (length == 127) {
                if (size - at < 10) break;
                length = 0, head = 10;
                for (int i = 2; i < 10; ++i) length = length << 8 | u[i];
            }
            if (size - at < head + length) break;
            frame(s, u[0] & 15, data + at + head, length, now);
            at += head + length;
        }
        return at;
    }

    void frame(Socket& s, int opcode, const char* data, size_t size, double now) {
        if (opcode == 9) {
            write_all(s, framed(string(data, size), 10));
            return;
        }
        if (opcode == 8) die("the server says goodbye");
        if (!plan_.fault.empty() && starts(data, size, plan_.fault)) die("refused: " + string(data, size));
        Table& table = plan_.tables[s.table];
        if (starts(data, size, plan_.told)) {
            if (plan_.empty.empty() || !memmem(data, std::min(size, size_t(160)), plan_.empty.data(), plan_.empty.size())) {
                told_ += now >= from_ && now < until_;
                if (table.told > 0) --table.told, finish(table, now);
            }
        } else if (plan_.acks && starts(data, size, plan_.ack)) {
            acks_ += now >= from_ && now < until_;
            if (table.acks > 0) --table.acks, table.acked = now, finish(table, now);
        }
        for (auto& answer : plan_.answers)
            if (size == answer.prefix.size() && starts(data, size, answer.prefix)) say(s, answer.payload);
        greet(s, data, size);
    }

    void greet(Socket& s, const char* data, size_t size) {
        if (s.ready) return;
        if (s.greeted < plan_.hello.size()) {
            auto& hello = plan_.hello[s.greeted];
            if (!starts(data, size, hello.prefix)) return;
            ++s.greeted;
            string payload = hello.payload;
            size_t at = payload.find("{seat}");
            if (at != string::npos) payload.replace(at, 6, std::to_string(s.seat));
            say(s, payload);
        } else if (starts(data, size, plan_.ready) && (size || plan_.ready.empty())) {
            s.ready = true;
            ++ready_;
        }
    }

    void finish(Table& table, double now) {
        if (table.told || table.acks || !table.busy) return;
        table.busy = false;
        if (busy_ == 0) return;
        --busy_;
        if (table.due < from_ || table.due >= until_) return;
        ack_ms_.push_back(((plan_.acks ? table.acked : now) - table.due) * 1000);
        last_ms_.push_back((now - table.due) * 1000);
    }

    static double at_share(vector<double> values, double share) {
        if (values.empty()) return -1;
        size_t at = std::min(values.size() - 1, size_t(share * double(values.size())));
        std::nth_element(values.begin(), values.begin() + long(at), values.end());
        return values[at];
    }

    void report(double rate, double s, double cpu, long missed) {
        printf("{\"rate\":%.1f,\"seconds\":%.3f,\"actions\":%zu,\"told\":%ld,\"acks\":%ld,\"bytes\":%ld,"
               "\"ack_p50\":%.3f,\"ack_p99\":%.3f,\"last_p50\":%.3f,\"last_p99\":%.3f,\"missed\":%ld,"
               "\"exhausted\":%s,\"cpu\":%.3f}\n",
               rate, s, last_ms_.size(), told_, acks_, bytes_, at_share(ack_ms_, 0.5), at_share(ack_ms_, 0.99),
               at_share(last_ms_, 0.5), at_share(last_ms_, 0.99), missed, exhausted_ ? "true" : "false", cpu / s);
        fflush(stdout);
    }

    Plan plan_;
    int poll_;
    vector<char> in_;
    std::mt19937_64 luck_{1};
    std::deque<double> waiting_;
    size_t ready_ = 0, group_ = 0, at_ = 0, over_ = 0;
    double from_ = 1e18, until_ = 1e18;
    long told_ = 0, acks_ = 0, bytes_ = 0, missed_ = 0, busy_ = 0;
    bool exhausted_ = false;
    vector<double> ack_ms_, last_ms_;
};

int main(int count, char** arguments) {
    if (count != 2) die("name a plan");
    Client client(read_plan(arguments[1]));
    client.connect_all();
    puts("ready");
    fflush(stdout);
    string command;
    double rate, warm_s, measure_s;
    while (std::cin >> command >> rate >> warm_s >> measure_s) client.run(rate, warm_s, measure_s);
}
