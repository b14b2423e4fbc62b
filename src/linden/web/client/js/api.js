// The server's pages of facts, as promises.

import { t } from "./state/texts.js";

/** What the server answered instead of what was asked for. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} sentence
   */
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

/**
 * @template T
 * @param {string} path
 * @param {RequestInit} [how]
 * @returns {Promise<T>}
 */
async function ask(path, how) {
  let answer;
  try {
    answer = await fetch(path, { credentials: "same-origin", ...how });
  } catch {
    throw new Refusal(0, t("The server cannot be reached. Check that it is running, and try again."));
  }
  if (answer.ok) return answer.json();
  const body = await answer.json().catch(() => null);
  throw new Refusal(answer.status, body?.error ?? t("The server answered {status}.", { status: answer.status }));
}

/**
 * @template T
 * @param {string} path
 * @param {object} body
 * @param {string} [method]
 * @returns {Promise<T>}
 */
function tell(path, body, method = "POST") {
  return ask(path, {
    method,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** @typedef {{ tall?: boolean, quarter?: number, near?: number | null }} Look */

/** @param {Look} look */
export function lookQuery({ tall = false, quarter = 0 }) {
  return `tall=${tall ? 1 : 0}&quarter=${quarter}`;
}

const enc = encodeURIComponent;

export const api = {
  /** @returns {Promise<import("./types").Home>} */
  home: () => ask("/api/home"),
  /** @param {string} name @returns {Promise<import("./types").You>} */
  rename: (name) => tell("/api/you", { name }, "PUT"),
  /** @param {boolean} over @param {number} skip @returns {Promise<import("./types").Tables>} */
  tables: (over, skip) => ask(`/api/tables?over=${over}&skip=${skip}`),
  /**
   * @param {Record<string, string>} wanted game, result, before
   * @returns {Promise<import("./types").MyGames>}
   */
  myGames: (wanted) => ask(`/api/my-games?${new URLSearchParams(wanted)}`),
  /** @returns {Promise<import("./types").MyRecord>} */
  myRecord: () => ask("/api/my-games/record"),
  /** Take a table off one's list, or put it back. @param {string} id @param {"remove" | "restore"} how @returns {Promise<import("./types").TableId>} */
  list: (id, how) => tell(`/api/my-games/${enc(id)}/${how}`, {}),
  /** @returns {Promise<import("./types").Vacation>} */
  vacation: () => ask("/api/vacation"),
  /** @param {number} days @returns {Promise<import("./types").Vacation>} */
  beginVacation: (days) => tell("/api/vacation", { days }),
  /** @returns {Promise<import("./types").Vacation>} */
  endVacation: () => tell("/api/vacation/end", {}),
  /** @param {import("./types").Records} records @returns {Promise<import("./types").Imported>} */
  importRecords: (records) => tell("/api/my-games/import", records),
  /** @param {string} game @returns {Promise<import("./types").GamePage>} */
  game: (game) => ask(`/api/games/${enc(game)}`),
  /** @param {string} game @returns {Promise<{plies: number, every: number[]}>} */
  show: (game) => ask(`/api/games/${enc(game)}/show`),
  /** @param {string} game @param {number} ply @returns {Promise<string>} */
  showDrawing: async (game, ply) => {
    const answer = await fetch(`/api/games/${enc(game)}/show/${ply}`);
    if (!answer.ok) throw new Refusal(answer.status, t("There is no such picture."));
    return answer.text();
  },
  /**
   * @param {string} game
   * @param {Record<string, unknown>} options
   * @returns {Promise<import("./types").Checked>}
   */
  check: (game, options) => tell(`/api/games/${enc(game)}/check`, { options }),
  /** @param {string} game @returns {Promise<import("./types").RulesPage>} */
  rules: (game) => ask(`/api/games/${enc(game)}/rules`),
  /** @param {string} game @param {string} name @param {import("./types").FigureTry} wish @returns {Promise<import("./types").FigureState>} */
  tryFigure: (game, name, wish) => tell(`/api/games/${enc(game)}/figures/${enc(name)}`, wish),
  /** @param {string} game @returns {Promise<import("./types").LessonPage>} */
  lesson: (game) => ask(`/api/learn/${enc(game)}`),
  /** @param {string} game @param {string} step @param {import("./types").LessonTry} wish @returns {Promise<import("./types").LessonState>} */
  learn: (game, step, wish) => tell(`/api/learn/${enc(game)}/${enc(step)}`, wish),
  /**
   * @param {import("./types").NewTable} table
   * @returns {Promise<import("./types").TableId>}
   */
  open: (table) => tell("/api/tables", table),
  /** The games there are. @returns {Promise<import("./types").GameTitles>} */
  games: () => ask("/api/games"),
  /** Take an open challenge. @param {string} id @returns {Promise<import("./types").TableId>} */
  take: (id) => tell(`/api/seeks/${enc(id)}`, {}),
  /** Open the free seats of one's table to anybody. @param {string} id @param {import("./types").NewSeek} [wish] @returns {Promise<import("./types").Done>} */
  openToAnybody: (id, wish = {}) => tell(`/api/seeks/${enc(id)}`, wish, "PUT"),
  /** Withdraw one's challenge. @param {string} id @returns {Promise<import("./types").Done>} */
  withdraw: (id) => ask(`/api/seeks/${enc(id)}`, { method: "DELETE" }),
  // -- tournaments

  /** @returns {Promise<import("./types").TournamentList>} */
  tournaments: () => ask("/api/tournaments"),
  /** @param {import("./types").NewTournament} wish @returns {Promise<import("./types").TournamentId>} */
  newTournament: (wish) => tell("/api/tournaments", wish),
  /** @param {string} id @returns {Promise<import("./types").TournamentState>} */
  tournament: (id) => ask(`/api/tournaments/${enc(id)}`),
  /** @param {string} id @returns {Promise<import("./types").Done>} */
  enter: (id) => tell(`/api/tournaments/${enc(id)}/entry`, {}),
  /** @param {string} id @returns {Promise<import("./types").Done>} */
  leaveTournament: (id) => ask(`/api/tournaments/${enc(id)}/entry`, { method: "DELETE" }),
  /** @param {string} id @param {number[]} levels @returns {Promise<import("./types").Done>} */
  addComputers: (id, levels) => tell(`/api/tournaments/${enc(id)}/computers`, { levels }),
  /** @param {string} id @param {number} number @returns {Promise<import("./types").Done>} */
  removeEntrant: (id, number) => ask(`/api/tournaments/${enc(id)}/entrants/${number}`, { method: "DELETE" }),
  /** @param {string} id @returns {Promise<import("./types").Done>} */
  startTournament: (id) => tell(`/api/tournaments/${enc(id)}/start`, {}),
  /** @param {string} id @returns {Promise<import("./types").Done>} */
  cancelTournament: (id) => ask(`/api/tournaments/${enc(id)}`, { method: "DELETE" }),

  /** The board of a table as it stands. @param {string} id @returns {Promise<string>} */
  board: async (id) => {
    const answer = await fetch(`/api/tables/${enc(id)}/picture.svg?small=1&theme=page`);
    if (!answer.ok) throw new Refusal(answer.status, t("There is no such picture."));
    return answer.text();
  },
  /** @param {string} key @returns {Promise<import("./types").Invitation>} */
  invitation: (key) => ask(`/api/join/${enc(key)}`),
  /** @param {string} key @returns {Promise<import("./types").TableId>} */
  join: (key) => tell(`/api/join/${enc(key)}`, {}),
  /** @param {string} id @param {number} seat @returns {Promise<import("./types").SeatLink>} */
  seatLink: (id, seat) => tell(`/api/tables/${enc(id)}/seats/${seat}/transfer`, {}),
  /** @param {string} id @param {string} key @returns {Promise<import("./types").Transfer>} */
  transfer: (id, key) => ask(`/api/transfer/${enc(id)}/${enc(key)}`),
  /** @param {string} id @param {string} key @returns {Promise<import("./types").TableId>} */
  takeAlong: (id, key) => tell(`/api/transfer/${enc(id)}/${enc(key)}`, {}),
  /** @returns {Promise<import("./types").Reach>} */
  reach: () => ask("/api/reach"),
  /** @param {boolean} open @returns {Promise<import("./types").Reach>} */
  letIn: (open) => tell("/api/reach", { open }, "PUT"),
  /** @param {string} id @returns {Promise<import("./types").TableId>} */
  rematch: (id) => tell(`/api/tables/${enc(id)}/rematch`, {}),
  /** @param {string} id @returns {Promise<import("./types").ReviewTable>} */
  review: (id) => ask(`/api/tables/${enc(id)}`),
  /** @param {string} id @param {import("./types").NewPlan} plan @returns {Promise<import("./types").Plan | null>} */
  plan: (id, plan) => tell(`/api/tables/${enc(id)}/plan`, plan),
  /** @param {string} id @param {number} ply @param {Look} look @returns {Promise<import("./types").Scene>} */
  ply: (id, ply, look) => ask(`/api/tables/${enc(id)}/plies/${ply}?${lookQuery(look)}`),
  /** @param {import("./types").Line} line @param {Look} look @returns {Promise<import("./types").Scene>} */
  line: (line, look) => tell("/api/line", { ...line, ...look }),
  /** @param {import("./types").Judged} wish @returns {Promise<import("./types").Judgement | null>} */
  judgement: (wish) => tell("/api/judgement", wish),
  /** @param {string} id @param {number} ply @param {string} theme @param {Look} look @returns {Promise<string>} */
  picture: async (id, ply, theme, look) => {
    const answer = await fetch(`/api/tables/${enc(id)}/picture.svg?ply=${ply}&theme=${theme}&${lookQuery(look)}`);
    if (!answer.ok) throw new Refusal(answer.status, t("There is no such picture."));
    return answer.text();
  },
  /** @param {string} id @returns {Promise<import("./types").Analysis>} */
  analysis: (id) => ask(`/api/tables/${enc(id)}/analysis`),
  /** What was missed in a game. @param {string} id @returns {Promise<import("./types").Moments>} */
  moments: (id) => tell(`/api/tables/${enc(id)}/moments`, {}),
  /** @param {string} id @param {number} ply @returns {Promise<import("./types").Moment>} */
  moment: (id, ply) => ask(`/api/tables/${enc(id)}/moments/${ply}`),
  /** @param {string} id @param {number} ply @param {import("./types").MomentTry} wish @returns {Promise<import("./types").MomentVerdict>} */
  tryMoment: (id, ply, wish) => tell(`/api/tables/${enc(id)}/moments/${ply}`, wish),
  /** @returns {Promise<import("./types").MyMisses>} */
  myMisses: () => ask("/api/my-games/misses"),
  /**
   * Whether a game is known completely; POST works it out, DELETE stops that.
   * @param {{ name: string, options: Record<string, unknown> }} game
   * @param {"GET" | "POST" | "DELETE"} [method]
   * @returns {Promise<import("./types").Truth>}
   */
  truth: ({ name, options }, method = "GET") => ask(`/api/games/${enc(name)}/truth?options=${enc(JSON.stringify(options))}`, { method }),
  // -- the lab

  /** @returns {Promise<import("./types").LabPage>} */
  lab: () => ask("/api/lab"),
  /** @param {string} game @returns {Promise<import("./types").LabForm>} */
  labForm: (game) => ask(`/api/lab/games/${enc(game)}`),
  /** @param {import("./types").NewRun} run @returns {Promise<import("./types").LabStarted>} */
  startRun: (run) => tell("/api/lab", run),
  /** @param {string} id @param {"stop" | "go-on" | "restore"} how @returns {Promise<import("./types").Done>} */
  changeRun: (id, how) => tell(`/api/lab/${enc(id)}/${how}`, {}),
  /** @param {string} id @returns {Promise<import("./types").Done>} */
  deleteRun: (id) => ask(`/api/lab/${enc(id)}`, { method: "DELETE" }),
  /** @param {Record<string, string>} sides one, first, two, second @returns {Promise<import("./types").LabComparison>} */
  compareRuns: (sides) => ask(`/api/lab/compare?${new URLSearchParams(sides)}`),

  /** @returns {Promise<import("./types").PuzzleHome>} */
  puzzles: () => ask("/api/puzzles"),
  /**
   * A puzzle by its name, or any that comes next.
   * @param {string} game
   * @param {string | undefined} id
   * @param {Record<string, string>} [wanted] theme, after
   * @returns {Promise<import("./types").PuzzleTask>}
   */
  puzzle: (game, id, wanted = {}) => ask(id ? `/api/puzzles/${enc(game)}/${enc(id)}` : `/api/puzzles/${enc(game)}?${new URLSearchParams(wanted)}`),
  /**
   * @param {string} game
   * @param {string} id
   * @param {import("./types").PuzzleTry} wish
   * @returns {Promise<import("./types").PuzzleVerdict>}
   */
  tryPuzzle: (game, id, wish) => tell(`/api/puzzles/${enc(game)}/${enc(id)}`, wish),
  // -- one's account

  /** @returns {Promise<import("./types").Me>} */
  account: () => ask("/api/account"),
  /** @param {string} name @param {string} password @returns {Promise<import("./types").Done>} */
  signUp: (name, password) => tell("/api/account", { name, password }),
  /** @param {string} name @param {string} password @returns {Promise<import("./types").Done>} */
  signIn: (name, password) => tell("/api/account/session", { name, password }),
  /** @returns {Promise<import("./types").Done>} */
  signOut: () => ask("/api/account/session", { method: "DELETE" }),
  /** @param {string} password @returns {Promise<import("./types").Done>} */
  confirmPassword: (password) => tell("/api/account/confirm", { password }),
  /** @param {string} password @returns {Promise<import("./types").Done>} */
  changePassword: (password) => tell("/api/account/password", { password }, "PUT"),
  /** @param {string} name of the account that is to be made, empty for one's own @returns {Promise<import("./types").PasskeyRequest>} */
  beginPasskey: (name) => tell("/api/account/passkeys/begin", { name }),
  /** @param {Record<string, any>} credential @param {string} name @returns {Promise<import("./types").Done>} */
  addPasskey: (credential, name) => tell("/api/account/passkeys", { credential, name }),
  /** @param {string} key @returns {Promise<import("./types").Done>} */
  removePasskey: (key) => ask(`/api/account/passkeys/${enc(key)}`, { method: "DELETE" }),
  /** @returns {Promise<import("./types").PasskeyRequest>} */
  beginPasskeySignIn: () => tell("/api/account/session/passkey/begin", {}),
  /** @param {Record<string, any>} credential @returns {Promise<import("./types").Done>} */
  passkeySignIn: (credential) => tell("/api/account/session/passkey", { credential }),
  /** @param {string} session @returns {Promise<import("./types").Done>} */
  endSession: (session) => ask(`/api/account/sessions/${enc(session)}`, { method: "DELETE" }),
  /** @returns {Promise<import("./types").Done>} */
  endSessions: () => ask("/api/account/sessions", { method: "DELETE" }),
  /** @param {Record<string, boolean | number | string>} preferences @returns {Promise<import("./types").Done>} */
  prefer: (preferences) => tell("/api/account/preferences", { preferences }, "PUT"),
  /** Offer a free seat to somebody. @param {string} table @param {string} name @returns {Promise<import("./types").Done>} */
  invite: (table, name) => tell(`/api/tables/${enc(table)}/invitations`, { name }),
  /** Say no to an invitation. @param {string} key @returns {Promise<import("./types").Done>} */
  decline: (key) => ask(`/api/join/${enc(key)}`, { method: "DELETE" }),
  /** @returns {Promise<import("./types").Blocks>} */
  blocks: () => ask("/api/account/blocks"),
  /** @param {import("./types").Somebody} whom @returns {Promise<import("./types").Done>} */
  block: (whom) => tell("/api/account/blocks", whom),
  /** @param {string} id @returns {Promise<import("./types").Done>} */
  unblock: (id) => ask(`/api/account/blocks/${enc(id)}`, { method: "DELETE" }),
  /** @param {import("./types").NewReport} wish @returns {Promise<import("./types").Done>} */
  report: (wish) => tell("/api/account/reports", wish),
  /** @returns {Promise<import("./types").Moderation>} */
  moderation: () => ask("/api/moderation"),
  /** An earlier part of the log. @param {string} before @returns {Promise<import("./types").Log>} */
  moderationLog: (before) => ask(`/api/moderation/log?before=${enc(before)}`),
  /** @param {string} name @param {import("./types").Deed} deed @returns {Promise<import("./types").Done>} */
  moderate: (name, deed) => tell(`/api/moderation/accounts/${enc(name)}`, deed),
  /** @param {string} report @param {string} why @returns {Promise<import("./types").Done>} */
  closeReport: (report, why) => tell(`/api/moderation/reports/${enc(report)}`, { why }),
  /** @param {string} name @returns {Promise<import("./types").Done>} */
  makeBot: (name) => tell("/api/account/bots", { name }),
  /** @param {string} name @returns {Promise<import("./types").Done>} */
  removeBot: (name) => ask(`/api/account/bots/${enc(name)}`, { method: "DELETE" }),
  /** @param {import("./types").NewToken} wish @returns {Promise<import("./types").MadeToken>} */
  makeToken: (wish) => tell("/api/account/tokens", wish),
  /** @param {string} token @returns {Promise<import("./types").Done>} */
  revokeToken: (token) => ask(`/api/account/tokens/${enc(token)}`, { method: "DELETE" }),
  /** @param {string} name @returns {Promise<import("./types").Profile>} */
  profile: (name) => ask(`/api/people/${enc(name)}`),
  /** @param {string} game @param {string} pool @returns {Promise<import("./types").Ranking>} */
  ranking: (game, pool) => ask(`/api/ranking/${enc(game)}${pool && `?pool=${enc(pool)}`}`),
  /** @returns {Promise<import("./types").Done>} */
  deleteAccount: () => ask("/api/account", { method: "DELETE" }),

  /** @returns {Promise<import("./types").Texts>} */
  texts: () => ask("/api/texts"),

  /** The languages there are, by their codes. @returns {Promise<Record<string, string>>} */
  languages: () => ask("/api/languages"),
};
