// What the server says, as src/linden/web/messages.py defines it.

export interface Move {
  move: string;
  touches: string[];
  says: string;
  gain: number | null;
}
export interface Last {
  seat: number;
  moves: string[];
  says: string[];
  touches?: string[][];
}
export interface Result {
  text: string;
  winners: number[];
  scores: number[];
  how: "played" | "resigned" | "agreed";
}
export interface Scene {
  ply: number;
  drawing: string;
  turns: boolean;
  text: string;
  toMove: number | null;
  scores: number[];
  moves: Move[];
  last: Last | null;
  status: string;
  account: { seat: number; text: string }[];
  result: Result | null;
}
export interface GameFacts {
  name: string;
  title: string;
  options: Record<string, unknown>;
  players: number;
  hidden: boolean;
  chance: boolean;
  points: string;
}
export interface Seat {
  index: number;
  role: string;
  label: string;
  kind: "person" | "computer" | "open";
  level: number | null;
  you: boolean;
  present: boolean;
  link: string | null;
  emblem?: string;
}
export interface Viewer {
  name: string;
  seats: number[];
  shown: number | null;
  watching: boolean;
  covered: number | null;
  host: boolean;
}
export interface Turn {
  seat: number | null;
  kind: "you" | "other" | "computer" | "chance" | "open" | "over";
  thinking: boolean;
  preparing: boolean;
}
export interface Entry {
  ply: number;
  seat: number;
  move: string;
  says: string;
  turn: number;
  chance: boolean;
}
export interface Can {
  undo: boolean;
  takeback: boolean;
  resign: boolean;
  draw: boolean;
  hint: boolean;
  rematch: boolean;
  roll: boolean;
}
export interface Offer {
  kind: "takeback" | "draw";
  by: number;
  answer: boolean;
}
export interface MatchFacts {
  number: number;
  games: number | null;
  wins: number | null;
  counts: "points" | "wins";
  contenders: { label: string; seat: number; total: number; wins: number }[];
  over: boolean;
  says: string;
}
export interface State {
  type: "state";
  id: string;
  version: number;
  game: GameFacts;
  seats: Seat[];
  viewer: Viewer;
  turn: Turn;
  scene: Scene;
  history: Entry[];
  can: Can;
  offers: Offer[];
  match: MatchFacts | null;
  next: string | null;
  steps: Scene[];
  note: string | null;
}
export interface Hint {
  type: "hint";
  version: number;
  move: string;
  touches: string[];
  says: string;
  win: number;
  line: string[];
  exact: boolean;
  truth: string;
}
export interface Refused {
  type: "refused";
  error: string;
  version: number;
}
export interface Presence {
  type: "presence";
  present: boolean[];
  watchers: number;
}
export type Incoming =
  | State
  | Hint
  | Refused
  | Presence
  | { type: "analysis"; done: number; of: number }
  | { type: "pong" };

export interface GameCard {
  name: string;
  title: string;
  summary: string;
  designer: string;
  publisher: string;
  year: number | null;
  minutes: [number, number];
  players: number[];
  drawing: string | null;
  ready: boolean;
}
export interface TableCard {
  id: string;
  game: string;
  title: string;
  seats: string[];
  roles: string[];
  status: string;
  updated: number;
  yours: boolean;
  over: boolean;
  moves: number;
  drawing: string | null;
}
export interface Home {
  you: { name: string };
  games: GameCard[];
  open: TableCard[];
  recent: TableCard[];
}
export interface OptionForm {
  name: string;
  label: string;
  kind: "choice" | "switch" | "number" | "text";
  choices: unknown[];
  low: number | null;
  high: number | null;
  default: unknown;
  help: string;
}
export interface Level {
  number: number;
  name: string;
  description: string;
}
export interface SeatChoice {
  kind: "me" | "computer" | "here" | "friend";
  level?: number | null;
  name?: string | null;
}
export interface GamePage {
  card: GameCard;
  chance: boolean;
  hidden: boolean;
  draws: boolean;
  points: string;
  options: OptionForm[];
  quick: Record<string, unknown>;
  levels: Level[];
  match: { offered: boolean; says: string };
  roles: string[];
  seats: SeatChoice[];
}
export interface Checked {
  seats: string[];
  error: string | null;
  levels: Level[];
}
export interface RulesPage {
  title: string;
  html: string;
  credits: string;
}
export interface Judgement {
  ply: number;
  seat: number;
  move: string;
  win: number[];
  scores: number[];
  best: string;
  bestSays: string;
  gain: number;
  loss: number;
  grade: "best" | "good" | "slip" | "mistake" | "blunder" | "forced";
  exact: boolean;
  truth: string;
  cost: number;
}
export interface Invitation {
  table: string;
  game: GameFacts;
  summary: string;
  rules: string[];
  host: string;
  seat: number;
  seats: Seat[];
  drawing: string;
  state: "open" | "yours" | "taken" | "over";
  you: string;
}
export interface Truth {
  state: "none" | "possible" | "building" | "ready" | "failed";
  done: number;
  says: string;
  bytes: number;
  yours: boolean;
}
export interface Analysis {
  done: number;
  of: number;
  plies: Judgement[];
  error: string | null;
}
export interface ReviewTable {
  id: string;
  game: GameFacts;
  seats: Seat[];
  history: Entry[];
  over: boolean;
  result: Result | null;
}
