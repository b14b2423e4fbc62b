// Two variants side by side: what differs, how sure that is, and how much more it takes to know.

import { api } from "../api.js";
import { many } from "../state/lab.js";
import { t } from "../state/texts.js";
import { barPage } from "./bar.js";
import { h, replace } from "./dom.js";

/** @typedef {import("../types").LabDifference} LabDifference */

/** @type {import("../router.js").Page} */
export async function comparison(root) {
  document.title = t("{page} · Linden", { page: t("Compare two") });
  barPage(h("span", { class: "bar-title" }, t("Lab")), h("span", { class: "bar-space" }));
  const back = h("p", null, h("a", { href: "/lab" }, t("To the lab")));
  const sides = Object.fromEntries(new URLSearchParams(location.search));
  if (!sides.one || !sides.two) {
    replace(root, h("div", { class: "lab" }, back, h("h1", null, t("Compare two")), h("p", null, t("Choose two in the lab, and they are compared here."))));
    return;
  }
  replace(root, h("div", { class: "lab" }, back, h("p", { class: "quiet", role: "status" }, t("Comparing the games…"))));
  const { one, two, games, paired, rows } = await api.compareRuns(sides);
  const heading = (/** @type {string} */ text) => h("th", { scope: "col" }, text);
  replace(
    root,
    h(
      "div",
      { class: "lab" },
      back,
      h(
        "header",
        null,
        h("h1", null, t("{two} compared with {one}", { one, two })),
        h("p", { class: "quiet" }, t("{first} and {second} games.", { first: many(games[0]), second: many(games[1]) }), " ", paired ? t("Games of the same number share their luck.") : t("Each has its own luck.")),
      ),
      h(
        "table",
        { class: "differences" },
        h("thead", null, h("tr", null, heading(t("Measure")), heading(t("Difference")), heading(t("Seen")), heading(t("So far")), heading(t("More games to decide")))),
        h("tbody", null, rows.map(difference)),
      ),
      h("p", { class: "quiet small" }, t("The line in the middle means no difference. Intervals hold at 95 % and may be looked at any time; those marked * hold for a number of games that was fixed beforehand. What is measured has its name in English, as in the report.")),
    ),
  );
}

/** @param {LabDifference} row */
function difference({ title, text, estimate, low, high, verdict, needed, anytime }) {
  const same = low === 0 && high === 0;
  const verdicts = { more: t("more"), less: t("less"), open: same ? t("the same") : t("not decided") };
  const games = verdict !== "open" || same ? "" : needed === null ? t("no difference to be seen yet") : t("about {n}", { n: many(needed) });
  return h(
    "tr",
    { "data-verdict": verdict },
    h("th", { scope: "row", lang: "en" }, anytime ? title : `${title} *`),
    h("td", null, text),
    h("td", { class: "seen" }, whisker(estimate, low, high)),
    h("td", { class: "verdict" }, verdicts[verdict]),
    h("td", { "data-what": games && t("More games to decide") }, games),
  );
}

/** An interval around no difference. @param {number | null} estimate @param {number | null} low @param {number | null} high */
function whisker(estimate, low, high) {
  const wide = 1.1 * Math.max(Math.abs(low ?? 0), Math.abs(high ?? 0), Math.abs(estimate ?? 0));
  if (estimate === null || low === null || high === null || wide === 0) return null;
  const at = (/** @type {number} */ value) => `${(50 + (50 * value) / wide).toFixed(2)}%`;
  return h("span", { class: "interval", "aria-hidden": "true", style: { "--low": at(low), "--high": at(high), "--at": at(estimate) } });
}
