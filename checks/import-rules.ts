/** Holds every import against the table of rooms. */
import type { Import } from './imports-of.ts';
import { isResolved, resolve } from './resolution.ts';
import { DOOR, EMPTY_NAMES, ROOMS, type Room, roomOf, TEST_PACKAGES } from './rooms.ts';
import { isTest, type SourceFile, type SourceTree, type Violation } from './source-file.ts';

export function importViolations(tree: SourceTree): Violation[] {
  return [...tree.values()].flatMap((file) => violationsOf(file, tree));
}

function violationsOf(file: SourceFile, tree: SourceTree): Violation[] {
  const room = roomOf(file.path);
  if (room === undefined) {
    const rooms = ROOMS.map(({ folder }) => folder).join(', ');
    return [at(file, 1, `lies in a folder that the table does not list; the rooms are ${rooms}`)];
  }
  const named = at(file, 1, 'has a name that says nothing: name the one concept it holds');
  const bad = file.imports.flatMap((each) => {
    const message = refusal(file.path, room, each, tree);
    return message === null ? [] : [at(file, each.line, message)];
  });
  return hasEmptyName(file.path) ? [named, ...bad] : bad;
}

function refusal(from: string, room: Room, found: Import, tree: SourceTree): string | null {
  if (found.specifier === null) return 'computes what it imports: name the module, to be checked';
  const target = resolve(from, found.specifier, tree);
  if (target.kind === 'package') return packageRefusal(from, room, target.name);
  if (!isResolved(target)) return `imports ${found.specifier}, which does not exist`;
  return fileRefusal(from, room, target.path, found);
}

function packageRefusal(from: string, room: Room, name: string): string | null {
  if (room.packages === 'all' || room.packages.includes(name)) return null;
  if (isTest(from) && TEST_PACKAGES.includes(name)) return null;
  if (name.startsWith('node:fs') && room.folder.startsWith('sim')) {
    return `${room.folder} may not import ${name}: files are for sim/trace and sim/report only`;
  }
  return `${room.folder} may not import ${name}; it may: ${list(room.packages)}`;
}

function fileRefusal(from: string, room: Room, to: string, found: Import): string | null {
  if (isTest(to) && !isTest(from)) return `imports the test ${to}: only tests may`;
  if (to === DOOR && (isTest(from) || (room.folder === 'examples' && found.kind === 'type'))) {
    return null;
  }
  if (room.folder === 'examples') return exampleRefusal(from, to);
  if (room.rooms === 'all') return null;
  const target = roomOf(to)?.folder;
  if (target === room.folder || (target !== undefined && room.rooms.includes(target))) return null;
  return `${room.folder} may not import ${to}; it may: ${list(room.rooms)}`;
}

/** An example stands for someone else's program: its own files, and the type of the adapter. */
function exampleRefusal(from: string, to: string): string | null {
  const own = from.split('/').slice(0, 2).join('/');
  if (to.startsWith(`${own}/`)) return null;
  return `${own} may not import ${to}; it may: its own files, and types of ${DOOR}`;
}

function hasEmptyName(path: string): boolean {
  const parts = path.split('/').map((part) => part.replace(/\..*$/, ''));
  return parts.some((part) => EMPTY_NAMES.includes(part));
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'nothing but itself' : names.join(', ');
}

function at(file: SourceFile, line: number, message: string): Violation {
  return { file: file.path, line, message };
}
