/** So many rooms lose their host at once, in a process of their own; prints time and memory as JSON. */
import { LobbyOfRooms } from './lobby-of-rooms.ts';

const rooms = Number(process.argv[2]);
const lobby = new LobbyOfRooms();
await lobby.fill(rooms);
const start = performance.now();
await lobby.loseAllHosts();
const wallMs = performance.now() - start;
if (lobby.handoffs !== rooms) throw new Error(`${lobby.handoffs} handoffs in ${rooms} rooms`);
// Linux and macOS both give it in KiB.
const rssMiB = process.resourceUsage().maxRSS / 1_024;
process.stdout.write(JSON.stringify({ wallMs, rssMiB }));
