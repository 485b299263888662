// boardgame.io under load: `node boardgame.mjs PORT` serves a game of four in which anybody may bid.
//
// Its state is as long as a move asks for, and each player is sent it whole, as boardgame.io does.

import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { Server, Origins } = require("boardgame.io/server");
const { ActivePlayers } = require("boardgame.io/core");

const FILLING = "x".repeat(65536);
// What an update has beside the filling.
const WRAPPING = 840;

const load = {
  name: "load",
  disableUndo: true,
  setup: () => ({ high: 0, leader: "", bids: {}, filling: "" }),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: {
    bid: {
      client: false,
      move: ({ G, playerID }, told) => {
        G.high += 1;
        G.leader = playerID;
        G.bids[playerID] = G.high;
        G.filling = FILLING.slice(0, Math.max(0, told - WRAPPING));
      },
    },
  },
  playerView: ({ G, playerID }) => ({ ...G, you: playerID }),
};

const server = Server({ games: [load], origins: [Origins.LOCALHOST] });
await server.run({ port: Number(process.argv[2]) });
