// The load for boardgame.io's server, as load.py is for ours: tables with four socket.io connections each over WebSocket.
// Reads lines `tables N`, `closed MOVES` and `rate MOVES_A_SECOND SECONDS`; answers each with a line of JSON.
const { io } = require("socket.io-client");
const readline = require("node:readline");

const PLAYERS = 4;
const address = `http://127.0.0.1:${process.argv[2]}/race`;
const now = () => performance.now() / 1000;
const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
let tables = [];

class Table {
  constructor(name) {
    this.name = name;
    this.known = Array(PLAYERS).fill(-1);
    this.target = 0;
    this.state = null;
  }

  async connect() {
    const informed = this.informed();
    this.sockets = [...Array(PLAYERS).keys()].map((seat) => {
      const socket = io(address, { transports: ["websocket"], forceNew: true });
      const heard = (state) => this.heard(seat, state);
      socket.on("sync", (_name, info) => heard(info.state));
      socket.on("update", (_name, state) => heard(state));
      socket.on("connect", () => socket.emit("sync", this.name, String(seat), undefined, PLAYERS));
      return socket;
    });
    await informed;
  }

  heard(seat, state) {
    this.known[seat] = state._stateID;
    if (!this.state || state._stateID > this.state._stateID) this.state = state;
    if (Math.min(...this.known) >= this.target) this.resolve();
  }

  informed() {
    return new Promise((resolve) => (this.resolve = resolve));
  }

  async play() {
    const seat = this.state.ctx.currentPlayer;
    this.target = this.state._stateID + 1;
    const informed = this.informed();
    const action = { type: "MAKE_MOVE", payload: { type: "run", args: [], playerID: seat } };
    this.sockets[Number(seat)].emit("update", action, this.state._stateID, this.name, seat);
    await informed;
  }
}

async function makeTables(count) {
  for (const table of tables) for (const socket of table.sockets) socket.close();
  tables = [...Array(count).keys()].map((number) => new Table(`table${process.hrtime.bigint()}-${number}`));
  for (const table of tables) {
    const connected = table.connect();
    if (tables.length <= 10) await connected;
    else await pause(0.01);
  }
  while (tables.some((table) => Math.min(...table.known) < 0)) await pause(0.05);
  return {};
}

async function closedLoop(most) {
  const latencies = [];
  const began = now();
  await Promise.all(
    tables.map(async (table) => {
      for (let move = 0; move < most; move++) {
        const sent = now();
        await table.play();
        latencies.push(now() - sent);
      }
    }),
  );
  return { latencies, seconds: now() - began };
}

async function fixedRate(rate, seconds) {
  const latencies = [];
  const began = now();
  await Promise.all(
    tables.map(async (table, number) => {
      for (let due = began + number / rate; due < began + seconds; due += tables.length / rate) {
        if (due > now()) await pause(due - now());
        await table.play();
        latencies.push(now() - due);
      }
    }),
  );
  return { latencies, seconds: now() - began };
}

const commands = { tables: makeTables, closed: closedLoop, rate: fixedRate };
readline.createInterface({ input: process.stdin }).on("line", async (line) => {
  const [name, ...numbers] = line.split(" ");
  console.log(JSON.stringify(await commands[name](...numbers.map(Number))));
});
