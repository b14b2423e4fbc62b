// What server and browser say to each other, made from src/linden/web/messages by
// python -m linden.web.messages.typescript: whoever edits it there runs that again.

// A position, ready to be shown to one viewer.

/** A move that this viewer may make now. */
export interface Move {
  move: string;
  touches: string[];
  says: string;
  gain: number | null;
  chance: boolean;
}

/** The latest turn, as far as it has been played. */
export interface Last {
  seat: number;
  moves: string[];
  says: string[];
  touches: string[][];
}

/** What stands beside a seat's score: how it comes about. */
export interface Account {
  seat: number;
  text: string;
}

/** How far a seat is, where it is not points that win. */
export interface Standing {
  figure: string;
  says: string;
}

/** How a game ended. */
export interface Result {
  text: string;
  winners: number[];
  scores: number[];
  sums: string[];
  how: "played" | "resigned" | "agreed" | "flagged" | "left" | "adjudicated" | "aborted";
}

/** A position, ready to be shown to one viewer. */
export interface Scene {
  ply: number;
  drawing: string;
  turns: boolean;
  sides: boolean;
  editable: boolean;
  text: string;
  toMove: number | null;
  scores: number[];
  moves: Move[];
  last: Last | null;
  status: string;
  account: Account[];
  standing: Standing[];
  prompts: Record<string, string>;
  result: Result | null;
}

// Server to browser, live: a table as it happens.

export interface GameFacts {
  name: string;
  title: string;
  options: Record<string, unknown>;
  players: number;
  hidden: boolean;
  chance: boolean;
  points: string;
  lang: string;
  rules: string[];
}

export interface Seat {
  index: number;
  role: string;
  label: string;
  kind: "person" | "computer" | "open";
  level: number | null;
  player: string | null;
  bot: boolean;
  you: boolean;
  present: boolean;
  link: string | null;
  emblem: string;
}

export interface Viewer {
  name: string;
  seats: number[];
  shown: number | null;
  watching: boolean;
  covered: number | null;
  host: boolean;
}

export interface TurnFacts {
  seat: number | null;
  kind: "you" | "other" | "computer" | "chance" | "open" | "over";
  thinking: boolean;
  preparing: boolean;
}

/** One move of the history. */
export interface Entry {
  ply: number;
  seat: number;
  move: string;
  says: string;
  turn: number;
  chance: boolean;
  gain: number;
  touches: string[];
}

/** What this viewer may do now. */
export interface Can {
  undo: boolean;
  takeback: boolean;
  resign: boolean;
  draw: boolean;
  drawWait: number;
  say: boolean;
  hint: boolean;
  rematch: boolean;
  roll: boolean;
  pause: boolean;
  resume: boolean;
}

export interface Offer {
  kind: "takeback" | "draw" | "pause";
  by: number;
  answer: boolean;
}

/** What a player said last. */
export interface Said {
  number: number;
  seat: number;
  phrase: "hello" | "luck" | "moment" | "nice" | "oops" | "thanks" | "well-played" | "again" | "later";
}

/** A player of a match. */
export interface Contender {
  label: string;
  seat: number;
  total: number;
  wins: number;
}

export interface MatchFacts {
  number: number;
  games: number | null;
  wins: number | null;
  counts: "points" | "wins";
  contenders: Contender[];
  over: boolean;
  says: string;
}

/** Everybody's time, as it was when this was sent. */
export interface ClockFacts {
  kind: "turn" | "game";
  seconds: number;
  increment: number;
  left: number[];
  running: number | null;
  paused: boolean;
  rests: number[];
}

/** Somebody who is to move is away, or does not begin. */
export interface Absence {
  seat: number;
  wait: number;
  callsOff: boolean;
}

/** The open challenge that a table waits by. */
export interface SeekFacts {
  low: number | null;
  high: number | null;
  lasts: number;
  byDays: boolean;
}

/** What is each viewer's own of a state. */
export interface StateHead {
  type: "state";
  id: string;
  version: number;
  game: GameFacts;
  seats: Seat[];
  viewer: Viewer;
  turn: TurnFacts;
  can: Can;
  offers: Offer[];
  match: MatchFacts | null;
  clock: ClockFacts | null;
  absence: Absence | null;
  planned: number;
  next: string | null;
  seek: SeekFacts | null;
  public: boolean;
  tournament: string | null;
  said: Said | null;
  note: string | null;
}

/** The whole table as one viewer sees it; it replaces whatever came before. */
export interface State extends StateHead {
  scene: Scene;
  history: Entry[];
  steps: Scene[];
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
  retry: number | null;
}

export interface Presence {
  type: "presence";
  present: boolean[];
  watchers: number;
}

export interface Pong {
  type: "pong";
}

export type ServerMessage = State | Hint | Refused | Presence | Pong;

// Browser to server, live: what one does at a table.

/** Make a move; ``roll`` lets chance act where it is yours to do so. */
export interface PlayMove {
  type: "move";
  version: number;
  move: string;
}

/** Take back at once, or ask for it: whichever ``can`` says. Only what was seen is taken back: the version says what that is. */
export interface Undo {
  type: "undo";
  version: number;
}

export interface Answer {
  type: "answer";
  version: number;
  offer: "takeback" | "draw" | "pause";
  yes: boolean;
}

export interface Resign {
  type: "resign";
  seat?: number | null;
}

export interface OfferDraw {
  type: "draw";
  version: number;
}

/** Ask the others to let the clocks stand. */
export interface OfferPause {
  type: "pause";
  version: number;
}

/** Let the clocks go on. */
export interface Resume {
  type: "resume";
}

/** End a game that whoever is to move has left; call it off where it has not begun. */
export interface CallAbsent {
  type: "absent";
  version: number;
}

/** Say a ready phrase to the other players. */
export interface Speak {
  type: "say";
  phrase: "hello" | "luck" | "moment" | "nice" | "oops" | "thanks" | "well-played" | "again" | "later";
}

export interface AskHint {
  type: "hint";
}

export interface Uncover {
  type: "uncover";
  seat: number;
}

/** How the drawing is wanted from now on; answered by a state. */
export interface SetLook {
  type: "look" | "turned";
  quarter?: number | null;
  tall?: boolean | null;
}

/** Ask why the last of these marks cannot be touched after the others; answered by a sentence in ``Refused``, with its seats marked (``core.wording``). */
export interface Why {
  type: "why";
  touched: string[];
}

export interface Ping {
  type: "ping";
}

export type Request = PlayMove | Undo | Answer | Resign | OfferDraw | OfferPause | Resume | CallAbsent | Speak | AskHint | Uncover | SetLook | Why | Ping;

// What concerns somebody: their running tables, and who invites them; by HTTP once, or live.

/** A table that one plays at. */
export interface RunningTable {
  id: string;
  game: string;
  version: number;
  yours: boolean;
  waiting: boolean;
  free: number;
}

/** A free seat that one is invited to. */
export interface SeatOffer {
  table: string;
  seat: number;
  key: string;
  game: string;
  title: string;
  options: Record<string, unknown>;
  players: number;
  rated: boolean;
  by: string;
}

/** All that waits for somebody; it replaces whatever came before. */
export interface Agenda {
  type: "agenda";
  tables: RunningTable[];
  invitations: SeatOffer[];
}

// Pages, by HTTP: home, a new table, an invitation, the rules.

/** What a page says in another language; by its English. */
export interface Texts {
  sentences: Record<string, string>;
  counted: Record<string, string[]>;
  forms: string;
}

export interface You {
  name: string;
  account: boolean;
}

export interface NewName {
  name: string;
}

export interface GameCard {
  name: string;
  title: string;
  summary: string;
  designer: string;
  publisher: string;
  year: number | null;
  minutes: [number, number];
  players: number[];
  drawing: string;
  ready: boolean;
  lang: string;
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
  left: number | null;
  drawing: string | null;
}

export interface Home {
  you: You;
  games: GameCard[];
  invitations: SeatOffer[];
  seeking: number;
  open: TableCard[];
  recent: TableCard[];
  moreOpen: boolean;
  moreRecent: boolean;
  lessons: LessonCard[];
}

/** Some of one's tables, the latest first. */
export interface Tables {
  tables: TableCard[];
  more: boolean;
}

/** One option as a form shows it. */
export interface OptionForm {
  name: string;
  label: string;
  kind: "choice" | "switch" | "number" | "text" | "map";
  choices: unknown[];
  words: string[];
  maps: string[][];
  low: number | null;
  high: number | null;
  default: unknown;
  help: string;
}

export interface LevelCard {
  number: number;
  player: string;
  name: string;
  description: string;
  rating: number | null;
}

export interface MatchForm {
  offered: boolean;
  says: string;
}

/** Who sits on one seat of a new table. */
export interface SeatChoice {
  kind: "me" | "computer" | "here" | "friend" | "anybody";
  level?: number | null;
  player?: string | null;
  name?: string | null;
}

/** A clock that can be chosen. */
export interface ClockCard {
  kind: "turn" | "game";
  seconds: number;
  increment: number;
  name: string;
}

export interface GamePage {
  card: GameCard;
  chance: boolean;
  hidden: boolean;
  draws: boolean;
  points: string;
  options: OptionForm[];
  quick: Record<string, unknown>;
  levels: LevelCard[];
  programs: string[];
  match: MatchForm;
  clocks: ClockCard[];
  roles: string[];
  seats: SeatChoice[];
  lesson: LessonCard | null;
  puzzles: boolean;
  rated: boolean;
}

export interface CheckOptions {
  options?: Record<string, unknown>;
}

export interface Checked {
  seats: string[];
  error: string | null;
  levels: LevelCard[];
  rules: string[];
  emblems: string[];
  drawing: string;
  rated: boolean;
}

export interface RulesPage {
  title: string;
  lang: string;
  html: string;
  credits: string;
  lesson: boolean;
}

/** How much time everybody has at a new table. */
export interface ClockChoice {
  kind: "turn" | "game";
  seconds: number;
  increment?: number;
}

export interface NewTable {
  game: string;
  options?: Record<string, unknown>;
  seats?: SeatChoice[];
  match?: boolean;
  clock?: ClockChoice | null;
  position?: string | null;
  table?: string | null;
  ply?: number;
  rated?: boolean;
  low?: number | null;
  high?: number | null;
}

export interface GameTitle {
  name: string;
  title: string;
}

/** The games there are, by their names. */
export interface GameTitles {
  games: GameTitle[];
}

export interface TableId {
  id: string;
}

/** What the link of a free seat is about. */
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
  needsAccount: boolean;
}

/** Offer a free seat of one's table to an account. */
export interface Invite {
  name: string;
  seat?: number | null;
}

/** A link that takes a seat to another device. */
export interface SeatLink {
  link: string;
  seconds: number;
}

/** What such a link is about. */
export interface Transfer {
  table: string;
  game: GameFacts;
  seat: number;
  seats: Seat[];
  drawing: string;
  yours: boolean;
}

/** Where friends can open a link. */
export interface Reach {
  origins: string[];
  open: boolean;
  asked: boolean;
  yours: boolean;
  possible: string[];
}

export interface LetIn {
  open: boolean;
}

/** The body of every refusal. */
export interface Problem {
  error: string;
}

// One's own games, by HTTP: the list, what was won, records from elsewhere.

/** A table on one's list. */
export interface MyGame extends TableCard {
  outcome: "" | "won" | "lost" | "drawn" | "none";
}

/** A page of the list, the latest first. */
export interface MyGames {
  games: MyGame[];
  next: string | null;
}

/** How it went in one game against one kind of opponent. */
export interface Tally {
  game: string;
  title: string;
  opponent: string;
  label: string;
  won: number;
  drawn: number;
  lost: number;
}

/** What was won, lost and drawn so far, strongest opponents last. */
export interface MyRecord {
  tallies: Tally[];
}

/** Where to try it again. */
export interface MissedMoment {
  table: string;
  ply: number;
}

/** Something that somebody has missed, once or more. */
export interface MissedTheme {
  theme: string;
  title: string;
  times: number;
  games: number;
  puzzles: string;
  examples: MissedMoment[];
}

/** What somebody tends to miss in a game, what they miss most first. */
export interface MissedGame {
  name: string;
  title: string;
  reviewed: number;
  well: number;
  themes: MissedTheme[];
}

export interface MyMisses {
  games: MissedGame[];
}

/** When one's time in games of days stands. */
export interface Vacation {
  games: number;
  days: number;
  until: number | null;
}

export interface NewVacation {
  days: number;
}

/** Games written down, one after the other, as they are exported. */
export interface Records {
  text: string;
  line?: number;
}

/** The tables that records became, in their order. */
export interface Imported {
  tables: string[];
}

// Review, by HTTP: looking back, trying lines, what the computer thinks.

/** A line to try: from a ply of a table, or from a position. */
export interface Line {
  table?: string | null;
  ply?: number;
  game?: string | null;
  options?: Record<string, unknown>;
  position?: string | null;
  moves?: string[];
  quarter?: number;
  tall?: boolean;
  brief?: boolean;
  near?: number | null;
  seen?: number | null;
  edit?: boolean;
}

/** A move at the end of a line, or what is best there. */
export interface Judged extends Line {
  move?: string | null;
}

/** What one answers if the others play so; nobody else is told of it. */
export interface Plan {
  version: number;
  seat: number;
  waits: boolean;
  lines: string[][];
}

/** Lines of answers that take the place of those planned before. */
export interface NewPlan {
  version: number;
  lines: string[][];
}

/** What the review page needs besides scenes. */
export interface ReviewTable {
  id: string;
  game: GameFacts;
  seats: Seat[];
  history: Entry[];
  over: boolean;
  result: Result | null;
  closed: string | null;
  plan: Plan | null;
}

/** What the analysis thinks of one move. */
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

export interface Analysis {
  done: number;
  of: number;
  plies: Judgement[];
  error: string | null;
}

/** A moment of a game that is worth a look. */
export interface Moment {
  ply: number;
  seat: number;
  played: string;
  better: string;
  says: string;
  theme: string;
  title: string;
  gain: number;
  loss: number;
  exact: boolean;
  drawing: string;
}

/** What was missed in a game, as far as that is known yet. */
export interface Moments {
  done: number;
  of: number;
  seats: number[];
  moments: Moment[];
}

/** A move that somebody tries at a moment, or the wish to be shown the better one. */
export interface MomentTry {
  move?: string;
  show?: boolean;
}

/** What came of it. */
export interface MomentVerdict {
  right: boolean;
  says: string[];
  move: string;
}

/** Whether a game is known completely, or can be. */
export interface Truth {
  state: "none" | "possible" | "building" | "ready" | "failed";
  done: number;
  says: string;
  bytes: number;
  yours: boolean;
}

// Figures of the rules, by HTTP: each a board on which one can try what it tells of.

/** What somebody does in a figure. */
export interface FigureTry {
  moves?: string[];
  move?: string | null;
  preview?: boolean;
  touched?: string[];
  quarter?: number;
  tall?: boolean;
}

/** Where somebody is in a figure. */
export interface FigureState {
  scene: Scene;
  moves: string[];
  says: string;
  hint: string[];
}

// Lessons, by HTTP: what there is to learn, and what came of a try.

/** How far somebody is with the lesson of a game. */
export interface LessonCard {
  game: string;
  done: number;
  of: number;
  offered: boolean;
}

export interface LessonStep {
  name: string;
  title: string;
  done: boolean;
}

/** What there is to learn of a game. */
export interface LessonPage {
  game: string;
  title: string;
  steps: LessonStep[];
}

/** A move that is tried in a step, after those that were right. */
export interface LessonTry {
  moves?: string[];
  move?: string | null;
  preview?: boolean;
  touched?: string[];
  help?: boolean;
  quarter?: number;
  tall?: boolean;
}

/** Where somebody is in a step. */
export interface LessonState {
  scene: Scene;
  roles: string[];
  learner: number;
  moves: string[];
  asks: string;
  task: number;
  tasks: number;
  right: boolean | null;
  says: string;
  hint: string[];
}

// Puzzles, by HTTP.

/** What a puzzle can ask for. */
export interface PuzzleTheme {
  theme: string;
  title: string;
  count: number;
  solved: number;
}

/** How well a visitor solves the puzzles of a game. */
export interface PuzzleStanding {
  rating: number;
  tried: number;
  solved: number;
  streak: number;
}

/** A puzzle in a list. */
export interface PuzzleMark {
  id: string;
  title: string;
  grade: number;
  state: "new" | "solved" | "later" | "missed";
}

/** A game that has puzzles. */
export interface PuzzleGame {
  name: string;
  title: string;
  count: number;
  standing: PuzzleStanding;
  themes: PuzzleTheme[];
  today: PuzzleMark;
  drawing: string;
}

export interface PuzzleHome {
  games: PuzzleGame[];
}

/** One puzzle, without its answer. */
export interface PuzzleTask {
  id: string;
  game: string;
  options: Record<string, unknown>;
  position: string;
  seat: number;
  theme: string;
  title: string;
  asks: string;
  moves: number;
  grade: number;
  state: "new" | "solved" | "later" | "missed";
  today: boolean;
  standing: PuzzleStanding;
  themes: PuzzleTheme[];
}

/** Moves that somebody tries, or the wish to be shown the answer. */
export interface PuzzleTry {
  moves?: string[];
  show?: boolean;
}

/** What came of it. */
export interface PuzzleVerdict {
  right: boolean | null;
  says: string[];
  line: string[];
  state: "new" | "solved" | "later" | "missed";
  standing: PuzzleStanding;
  change: number;
}

// Accounts, by HTTP: signing up and in, passkeys, sessions, what is kept of somebody.

/** A passkey of one's own. */
export interface PasskeyCard {
  id: string;
  name: string;
  created: number;
  used: number | null;
}

/** A browser that is signed in. */
export interface SessionCard {
  id: string;
  device: string;
  created: number;
  seen: number;
  here: boolean;
}

/** A bot of one's own. */
export interface BotCard {
  name: string;
  created: number;
}

/** A token of one's own or of one's bot, without what only its holder knows. */
export interface TokenCard {
  id: string;
  bot: string;
  name: string;
  scope: "read" | "play";
  created: number;
  used: number | null;
  until: number;
}

/** One's own account. */
export interface AccountPage {
  name: string;
  created: number;
  password: boolean;
  passkeys: PasskeyCard[];
  sessions: SessionCard[];
  bots: BotCard[];
  tokens: TokenCard[];
  blocks: BlockCard[];
  moderator: boolean;
  preferences: Record<string, unknown>;
}

/** Who a browser is. */
export interface Me {
  account: AccountPage | null;
  passkeys: boolean;
}

export interface SignUp {
  name: string;
  password: string;
}

export interface SignIn {
  name: string;
  password: string;
}

export interface NewPassword {
  password: string;
}

/** That it is oneself, by one's password. */
export interface Confirm {
  password: string;
}

/** What the browser's own dialog has answered. */
export interface WithPasskey {
  credential: Record<string, unknown>;
  name?: string;
}

export interface PasskeyWish {
  name?: string;
}

/** What the browser's own dialog is to ask. */
export interface PasskeyRequest {
  options: Record<string, unknown>;
}

export interface Preferences {
  preferences: Record<string, boolean | number | string>;
}

export interface NewBot {
  name: string;
}

export interface NewToken {
  bot?: string;
  name?: string;
  scope?: "read" | "play";
  days?: number;
}

/** A new token, shown this once. */
export interface MadeToken {
  token: string;
}

/** Who a token stands for, and what it may. */
export interface Holder {
  name: string;
  bot: boolean;
  scope: "read" | "play";
  until: number;
}

/** A rating after a game. */
export interface RatingPoint {
  played: number;
  rating: number;
  level: number | null;
}

/** How strong somebody is at a game. */
export interface RatingCard {
  game: string;
  title: string;
  pool: "two" | "more";
  rating: number;
  deviation: number;
  sure: boolean;
  games: number;
  withLevels: number;
  points: RatingPoint[];
}

/** What everybody may know of an account. */
export interface Profile {
  name: string;
  created: number;
  owner: string | null;
  ratings: RatingCard[];
  games: TableCard[];
  you: boolean;
  known: boolean;
  blocked: boolean;
}

export interface RankedPlayer {
  name: string;
  bot: boolean;
  rating: number;
  deviation: number;
  games: number;
}

/** A computer's place on the same scale. */
export interface RankedLevel {
  number: number;
  name: string;
  rating: number;
}

/** The best of a game. */
export interface Ranking {
  game: string;
  title: string;
  pool: "two" | "more";
  pools: ("two" | "more")[];
  players: RankedPlayer[];
  levels: RankedLevel[];
}

/** It is so now. */
export interface Done {
  done: boolean;
}

// Keeping people apart who wish it, by HTTP: blocks, reports, and what moderators see and do.

/** A person: by the name of an account, or by where they sit. */
export interface Somebody {
  name?: string;
  table?: string;
  seat?: number | null;
}

/** What the moderators should know. */
export interface NewReport extends Somebody {
  reason: "name" | "words" | "cheating" | "leaving" | "other";
  text?: string;
}

/** Somebody whom one has blocked. */
export interface BlockCard {
  id: string;
  name: string;
  created: number;
}

export interface Blocks {
  blocks: BlockCard[];
}

/** A report that nobody has dealt with yet. */
export interface ReportCard {
  id: string;
  by: string;
  about: string;
  table: string | null;
  reason: "name" | "words" | "cheating" | "leaving" | "other";
  text: string;
  created: number;
}

/** What a moderator has done. */
export interface DeedCard {
  by: string;
  about: string;
  what: "suspend" | "lift" | "rename" | "close";
  why: string;
  done: number;
}

/** An account that is paused. */
export interface SuspendedCard {
  name: string;
  until: number;
}

/** A moderator's page. */
export interface Moderation {
  reports: ReportCard[];
  suspended: SuspendedCard[];
  log: DeedCard[];
  next: string | null;
}

/** A further part of what moderators have done, the latest first. */
export interface Log {
  log: DeedCard[];
  next: string | null;
}

/** What a moderator does about an account, and why. */
export interface Deed {
  what: "suspend" | "lift" | "rename";
  days?: number;
  why: string;
}

/** Why a report needs nothing more. */
export interface Closing {
  why: string;
}

// Open challenges and games to watch, by HTTP once, or live.

/** Somebody who offers a challenge, or plays in public. */
export interface SeekPlayer {
  name: string;
  account: string | null;
  bot: boolean;
  rating: number | null;
  sure: boolean;
}

/** A table that strangers are shown. */
export interface PublicTable {
  table: string;
  game: string;
  title: string;
  options: Record<string, unknown>;
  rules: string[];
  clock: ClockCard | null;
  rated: boolean;
  seats: number;
  players: SeekPlayer[];
  yours: boolean;
}

/** A challenge that is open to anybody who fits. */
export interface OpenSeek extends PublicTable {
  low: number | null;
  high: number | null;
  free: number;
  host: boolean;
  objection: string | null;
}

/** A running game that anybody may watch. */
export interface PublicGame extends PublicTable {
}

/** The game that is most worth watching. */
export interface Featured {
  table: string;
  version: number;
}

/** All that is open to somebody now; it replaces whatever came before. */
export interface Seeks {
  type: "seeks";
  seeks: OpenSeek[];
  games: PublicGame[];
  featured: Featured | null;
}

/** Open the free seats of one's table to anybody. */
export interface NewSeek {
  low?: number | null;
  high?: number | null;
}

// Tournaments, by HTTP once, or live.

/** A tournament that others may join. */
export interface NewTournament {
  name?: string;
  kind: "robin" | "swiss" | "arena";
  game: string;
  options?: Record<string, unknown>;
  clock?: ClockChoice | null;
  rated?: boolean;
  computers?: boolean;
  rounds?: number;
  minutes?: number;
  join?: boolean;
}

/** Computers that the organiser lets take part. */
export interface NewComputers {
  levels: number[];
}

export interface TournamentId {
  id: string;
}

/** What is played, and how. */
export interface TournamentFacts {
  id: string;
  name: string;
  kind: "robin" | "swiss" | "arena";
  game: string;
  title: string;
  rules: string[];
  clock: ClockCard | null;
  rated: boolean;
  computers: boolean;
  rounds: number;
  minutes: number;
  status: "open" | "running" | "over" | "cancelled";
  round: number;
  entrants: number;
  organiser: string;
  yours: boolean;
}

/** The tournaments: those that are not over, then others, the latest first. */
export interface TournamentList {
  tournaments: TournamentFacts[];
}

/** Somebody who takes part, and what they have reached. */
export interface TournamentPlayer {
  number: number;
  name: string;
  account: string | null;
  computer: boolean;
  rating: number | null;
  place: number;
  points: number;
  buchholz: number;
  sonnebornBerger: number;
  won: number;
  drawn: number;
  lost: number;
  gone: boolean;
  you: boolean;
}

/** Who met whom. */
export interface TournamentGame {
  round: number;
  first: number;
  second: number | null;
  result: "" | "first" | "second" | "drawn" | "bye" | "half" | "sits out" | "walkover" | "void";
  table: string | null;
}

/** All that there is to know of a tournament now; it replaces whatever came before. */
export interface TournamentState {
  type: "tournament";
  facts: TournamentFacts;
  organises: boolean;
  objection: string | null;
  lateRound: number;
  left: number | null;
  patience: number;
  table: string | null;
  standings: TournamentPlayer[];
  games: TournamentGame[];
}

// The lab: runs as they go on, one to be started, two compared.

/** One way of playing that a run tries. */
export interface LabVariant {
  number: number;
  label: string;
  games: number;
}

/** One run of the lab. */
export interface LabRun {
  id: string;
  game: string;
  title: string;
  varied: string[];
  fixed: string[];
  players: string[];
  wanted: string;
  state: "waiting" | "running" | "paused" | "done" | "failed";
  says: string;
  done: number;
  total: number;
  left: number | null;
  begun: number;
  command: string;
  variants: LabVariant[];
}

/** All runs, the latest first; it replaces whatever came before. */
export interface LabRuns {
  type: "lab";
  runs: LabRun[];
}

/** Somebody who can sit at the seats of a run. */
export interface LabPlayer {
  player: string;
  name: string;
}

/** The lab, as one visitor may use it. */
export interface LabPage {
  runs: LabRun[];
  yours: boolean;
  parquet: boolean;
  shared: boolean;
}

/** What can be chosen for a run of a game. */
export interface LabForm {
  options: OptionForm[];
  roles: string[];
  players: LabPlayer[];
}

/** An experiment, as the form has it. */
export interface NewRun {
  game: string;
  options?: Record<string, unknown[]>;
  players?: string[];
  games?: number;
  precision?: number | null;
  seed?: number;
}

/** A new run, or what is wrong with the experiment. */
export interface LabStarted {
  id: string | null;
  error: string | null;
  field: string | null;
}

/** The second variant less the first, in one measure. */
export interface LabDifference {
  title: string;
  text: string;
  estimate: number | null;
  low: number | null;
  high: number | null;
  verdict: "more" | "less" | "open";
  needed: number | null;
  anytime: boolean;
}

/** Two variants side by side. */
export interface LabComparison {
  one: string;
  two: string;
  games: number[];
  paired: boolean;
  rows: LabDifference[];
}
