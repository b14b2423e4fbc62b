// Records in a file: cut into parts that the server takes at once.

const FIRST = "Linden record 1";
export const MOST = 50000; // letters that are sent at once
const MOST_RECORDS = 40;

/**
 * The parts of a text that holds games one after the other, each with the number of its first line.
 * No game is cut in two.
 * @param {string} text
 * @param {number} [most]
 * @returns {{ text: string, line: number }[]}
 */
export function parts(text, most = MOST) {
  /** @type {{ text: string, line: number, games: number }[]} */
  const found = [];
  const lines = text.split(/\r?\n/);
  const starts = lines.flatMap((line, i) => (line.trim() === FIRST ? [i] : []));
  if (starts[0] !== 0) starts.unshift(0);
  starts.forEach((start, i) => {
    const game = `${lines.slice(start, starts[i + 1]).join("\n")}\n`;
    const last = found.at(-1);
    if (last && last.text.length + game.length <= most && last.games < MOST_RECORDS) {
      last.text += game;
      last.games++;
    } else found.push({ text: game, line: start + 1, games: 1 });
  });
  return found.map(({ text, line }) => ({ text, line }));
}
