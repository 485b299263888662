// Colyseus under load: `node colyseus.mjs PORT TABLES told|state` serves so many rooms of four and
// prints the address of each seat as JSON.
//
// "told" broadcasts a message as long as asked for; "state" changes the room's state and sends what
// changed at once, instead of every 50 ms.

import { matchMaker, Room, Server } from "@colyseus/core";
import { ArraySchema, schema, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";

const [port, tables, how] = process.argv.slice(2);
const SEATS = 4;
const FILLING = "x".repeat(65536);

const Place = schema({ bid: t.number(), coins: t.number(), passed: t.boolean() });
const Auction = schema({
  round: t.number(),
  high: t.number(),
  leader: t.number(),
  places: t.array(Place),
});

class Table extends Room {
  maxClients = SEATS;
  seatReservationTimeout = 600;
  autoDispose = false;

  onCreate() {
    this.patchRate = null;
    this.state = new Auction();
    this.state.places = new ArraySchema(...Array.from({ length: SEATS }, () => new Place()));
    this.onMessage("bid", (client, text) => {
      const [ack, told] = text.split(" ", 2);
      if (how === "told") {
        this.broadcast("u", FILLING.slice(0, told));
      } else {
        const seat = this.clients.indexOf(client);
        const state = this.state;
        state.high = (state.high ?? 0) + 1;
        state.leader = seat;
        state.places[seat].bid = state.high;
        this.broadcastPatch();
      }
      client.send("a", FILLING.slice(0, ack));
    });
  }
}

const server = new Server({ greet: false, transport: new WebSocketTransport() });
server.define("table", Table);
await server.listen(Number(port), "127.0.0.1");
const seats = [];
for (let table = 0; table < Number(tables); table += 1) {
  const room = await matchMaker.createRoom("table", {});
  const paths = [];
  for (let seat = 0; seat < SEATS; seat += 1) {
    const { sessionId, processId, roomId } = await matchMaker.reserveSeatFor(room, {});
    paths.push(`/${processId}/${roomId}?sessionId=${sessionId}`);
  }
  seats.push(paths);
}
process.stdout.write(`${JSON.stringify(seats)}\n`);
