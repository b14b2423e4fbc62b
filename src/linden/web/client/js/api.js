// The server's pages of facts, as promises.

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
    throw new Refusal(0, "The server cannot be reached. Check that it is running, and try again.");
  }
  if (answer.ok) return answer.json();
  const body = await answer.json().catch(() => null);
  throw new Refusal(answer.status, body?.error ?? `The server answered ${answer.status}.`);
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
    if (!answer.ok) throw new Refusal(answer.status, "There is no such picture.");
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
  /** @param {string} game @returns {Promise<import("./types").LessonPage>} */
  lesson: (game) => ask(`/api/learn/${enc(game)}`),
  /** @param {string} game @param {string} step @param {import("./types").LessonTry} wish @returns {Promise<import("./types").LessonState>} */
  learn: (game, step, wish) => tell(`/api/learn/${enc(game)}/${enc(step)}`, wish),
  /**
   * @param {import("./types").NewTable} table
   * @returns {Promise<import("./types").TableId>}
   */
  open: (table) => tell("/api/tables", table),
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
    if (!answer.ok) throw new Refusal(answer.status, "There is no such picture.");
    return answer.text();
  },
  /** @param {string} id @returns {Promise<import("./types").Analysis>} */
  analysis: (id) => ask(`/api/tables/${enc(id)}/analysis`),
  /**
   * Whether a game is known completely; POST works it out, DELETE stops that.
   * @param {{ name: string, options: Record<string, unknown> }} game
   * @param {"GET" | "POST" | "DELETE"} [method]
   * @returns {Promise<import("./types").Truth>}
   */
  truth: ({ name, options }, method = "GET") => ask(`/api/games/${enc(name)}/truth?options=${enc(JSON.stringify(options))}`, { method }),
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

  /** @returns {Promise<Record<string, string>>} */
  texts: () => ask("/api/texts"),

  /** The languages there are, by their codes. @returns {Promise<Record<string, string>>} */
  languages: () => ask("/api/languages"),
};
