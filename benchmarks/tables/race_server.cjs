// boardgame.io's own server with its in-memory store and a trivial game: four players, each rolls a die and moves on.
const { Server } = require("boardgame.io/server");

const Race = {
  name: "race",
  minPlayers: 4,
  maxPlayers: 4,
  setup: () => ({ places: [0, 0, 0, 0], rolled: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    run: ({ G, playerID, random }) => {
      G.rolled = random.D6();
      G.places[Number(playerID)] += G.rolled;
    },
  },
};

const server = Server({ games: [Race], origins: [/127\.0\.0\.1/] });
server.run({ port: Number(process.argv[2]), callback: () => console.log("ready") });
