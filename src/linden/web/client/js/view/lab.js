// The lab: runs as they go on, one to be started, two to be compared.

import { api } from "../api.js";
import { go } from "../router.js";
import { Connection } from "../state/connection.js";
import { comparable, leftWords, many, pairOf } from "../state/lab.js";
import { ago, counting, t } from "../state/texts.js";
import { barPage } from "./bar.js";
import { announce, h, replace, toast } from "./dom.js";
import { icon } from "./icons.js";
import { LabForm } from "./lab_form.js";

/** @typedef {import("../types").LabRun} LabRun */
/** @typedef {import("../types").LabPage} LabPage */

/** @type {import("../router.js").Page} */
export async function lab(root) {
  const [page, { games }] = await Promise.all([api.lab(), api.games()]);
  document.title = t("{page} · Linden", { page: t("Lab") });
  barPage(h("span", { class: "bar-title" }, t("Lab")), h("span", { class: "bar-space" }));
  const shown = new Laboratory(root, page, games);
  return () => shown.leave();
}

class Laboratory {
  /** @param {HTMLElement} root @param {LabPage} page @param {import("../types").GameTitle[]} games */
  constructor(root, page, games) {
    this.page = page;
    this.compared = "";
    /** @type {Map<string, RunCard>} */
    this.cards = new Map();
    this.list = h("ul", { class: "runs" });
    this.empty = h("p", { class: "quiet" }, page.yours ? t("No run yet. Choose a game below, and a value or two that you wonder about.") : t("No run yet. Whoever runs this Linden can start one."));
    this.notice = h("p", { class: "quiet small", role: "status" });
    this.compare = h("section", { "aria-labelledby": "compare-two" });
    const form = page.yours ? new LabForm(games, (id) => this.started(id)) : null;
    replace(
      root,
      h(
        "div",
        { class: "lab" },
        h("header", null, h("h1", null, t("Lab")), h("p", { class: "quiet" }, t("Is this rule fair, and what does a number change? The lab lets computers play a game many times and tells what came of it, and how sure that is."))),
        h(
          "section",
          { "aria-labelledby": "lab-runs" },
          h("h2", { id: "lab-runs" }, t("Runs")),
          this.empty,
          this.list,
          this.notice,
          page.shared && h("p", { class: "quiet small" }, t("Runs belong to the computer that answers you; other computers of this Linden have their own.")),
        ),
        this.compare,
        form
          ? h("section", { "aria-labelledby": "new-run" }, h("h2", { id: "new-run" }, t("A new run")), form.root)
          : h("p", { class: "quiet" }, t("Whoever runs this Linden starts and stops runs; everybody may read what came of them.")),
      ),
    );
    this.receive(page.runs);
    this.wake = () => !document.hidden && this.connection.hurry();
    document.addEventListener("visibilitychange", this.wake);
    addEventListener("online", this.wake);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    /** @type {Connection<import("../types").LabRuns | import("../types").Pong | import("../types").Refused>} */
    this.connection = new Connection(() => `${scheme}://${location.host}/api/lab`, {
      message: (message) => message.type === "lab" && this.receive(message.runs),
      health: (health) => replace(this.notice, health === "lost" || health === "gone" ? t("Connecting again; what is shown may be old.") : ""),
    });
  }

  leave() {
    document.removeEventListener("visibilitychange", this.wake);
    removeEventListener("online", this.wake);
    this.connection.close();
  }

  /** @param {LabRun[]} runs */
  receive(runs) {
    this.empty.hidden = runs.length > 0;
    const known = new Set(runs.map(({ id }) => id));
    for (const [id, card] of this.cards) {
      if (known.has(id)) continue;
      card.root.remove();
      this.cards.delete(id);
    }
    runs.forEach((run, i) => {
      let card = this.cards.get(run.id);
      if (!card) this.cards.set(run.id, (card = new RunCard(run, this.page)));
      card.show(run);
      if (this.list.children[i] !== card.root) this.list.insertBefore(card.root, this.list.children[i] ?? null);
    });
    this.drawCompare(runs);
  }

  /** @param {LabRun[]} runs */
  drawCompare(runs) {
    const found = comparable(runs);
    const sign = JSON.stringify(found.map(({ key, text }) => [key, text]));
    if (this.compared === sign) return; // a choice that is half made stays
    this.compared = sign;
    this.compare.hidden = found.length < 2;
    if (found.length < 2) return replace(this.compare);
    const groups = [...new Set(found.map(({ run }) => run))];
    const choice = (/** @type {string} */ id, /** @type {string} */ label, /** @type {number} */ chosen) => {
      const select = h(
        "select",
        { class: "field", id },
        groups.map((run) =>
          h(
            "optgroup",
            { label: [run.title, ...run.varied, ago(run.begun)].join(" · ") },
            found.filter((one) => one.run === run).map((one) => h("option", { value: one.key }, one.text)),
          ),
        ),
      );
      select.value = found[chosen].key;
      return { select, root: h("div", { class: "option" }, h("label", { for: id }, label), select) };
    };
    const [former, latter] = pairOf(found);
    const one = choice("compare-one", t("This"), former);
    const two = choice("compare-two-with", t("with this"), latter);
    const open = () => {
      const [first, second] = [one, two].map(({ select }) => found.find(({ key }) => key === select.value));
      if (!first || !second) return;
      if (first.key === second.key) return toast(t("Choose two that are different."));
      if (first.run.game !== second.run.game) return toast(t("These are different games; variants of one game can be compared."));
      const sides = { one: first.run.id, first: String(first.number), two: second.run.id, second: String(second.number) };
      go(`/lab/compare?${new URLSearchParams(sides)}`);
    };
    replace(
      this.compare,
      h("h2", { id: "compare-two" }, t("Compare two")),
      h("div", { class: "compare-choice" }, one.root, two.root, h("button", { class: "button", type: "button", on: { click: open } }, t("Compare"))),
    );
  }

  /** @param {string} id */
  async started(id) {
    this.receive((await api.lab()).runs);
    const card = this.cards.get(id);
    card?.root.scrollIntoView({ block: "center" });
    announce(t("The run is started."));
  }
}

/** One run of the list; what is open or has the keyboard stays so while it goes on. */
class RunCard {
  /** @param {LabRun} run @param {LabPage} page */
  constructor(run, page) {
    this.id = run.id;
    this.yours = page.yours;
    const base = `/api/lab/${encodeURIComponent(run.id)}`;
    this.says = h("p", { class: "run-says" });
    this.state = "";
    this.bar = h("progress", { max: 1, "aria-label": t("{game}: how far it is", { game: run.title }) });
    this.report = h("a", { class: "button", href: `${base}/report`, "aria-label": t("Read the report of {game}", { game: run.title }) }, icon("graph"), t("Read the report"));
    this.stop = this.button(t("Stop"), t("Stop the run of {game}", { game: run.title }), () => api.changeRun(run.id, "stop"));
    this.goOn = this.button(t("Go on"), t("Go on with the run of {game}", { game: run.title }), () => api.changeRun(run.id, "go-on"));
    this.downloads = h(
      "p",
      { class: "row" },
      h("a", { class: "chip", href: `${base}/games.csv`, download: true }, t("Games as CSV")),
      page.parquet && h("a", { class: "chip", href: `${base}/games.parquet`, download: true }, t("Games as Parquet")),
      h("a", { class: "chip", href: `${base}/experiment.toml`, download: true }, t("Experiment as TOML")),
    );
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(run.command);
        toast(t("The command is copied."));
      } catch {
        toast(t("Copy the command with your keyboard."));
      }
    };
    this.root = h(
      "li",
      { class: "run", id: `run-${run.id}` },
      h(
        "div",
        { class: "run-words" },
        h("h3", null, run.title, run.varied.length > 0 && h("span", { class: "run-varied" }, run.varied.join(" · "))),
        run.command && h("p", { class: "quiet small" }, [...run.fixed, ...run.players, run.wanted, ago(run.begun)].filter(Boolean).join(" · ")),
        this.says,
        this.bar,
      ),
      h("div", { class: "run-acts" }, this.stop, this.goOn, this.report),
      run.command &&
        h(
          "details",
          { class: "run-more" },
          h("summary", { "aria-label": t("Details of the run of {game}", { game: run.title }) }, icon("right"), t("Details")),
          this.downloads,
          h("p", { class: "small" }, t("To repeat it at a terminal, with the same games:")),
          h("pre", { class: "command", tabindex: "0", role: "region", "aria-label": t("Command") }, run.command),
          h(
            "p",
            { class: "row" },
            h("button", { class: "button plain-button", type: "button", on: { click: () => void copy() } }, t("Copy the command")),
            this.yours && h("button", { class: "button plain-button", type: "button", "aria-label": t("Delete the run of {game}", { game: run.title }), on: { click: () => void this.remove() } }, t("Delete")),
          ),
        ),
    );
  }

  /** @param {string} text @param {string} label @param {() => Promise<unknown>} what */
  button(text, label, what) {
    const button = h("button", { class: "button", type: "button", "aria-label": label }, text);
    button.addEventListener("click", async () => {
      button.disabled = true;
      await what().catch((error) => toast(error.message));
      button.disabled = false;
    });
    return button;
  }

  /** @param {LabRun} run */
  show(run) {
    const { state, done, total } = run;
    if (this.state && this.state !== state && (state === "done" || state === "failed")) announce(`${run.title}: ${run.says}`);
    this.state = state;
    this.root.dataset.state = state;
    const games = t("{done} of {total} games", { done: many(done), total: many(total) });
    const counted = state === "done" ? counting("{n} game", "{n} games", done, { n: many(done) }) : total > 0 ? games : "";
    const left = state === "running" ? leftWords(run.left) : "";
    const words = [run.says, [counted, left].filter(Boolean).join(", ")].filter(Boolean).join(" ");
    if (this.says.textContent !== words) this.says.textContent = words;
    this.bar.hidden = state === "done" || total === 0 || (done === 0 && state !== "running");
    this.bar.value = total ? done / total : 0;
    this.stop.hidden = !this.yours || (state !== "running" && state !== "waiting");
    this.goOn.hidden = !this.yours || !run.command || (state !== "paused" && state !== "failed");
    this.report.hidden = done === 0;
    this.report.classList.toggle("primary", state === "done");
    for (const link of this.downloads.querySelectorAll('a[href*="/games."]')) /** @type {HTMLElement} */ (link).hidden = done === 0;
  }

  async remove() {
    try {
      await api.deleteRun(this.id);
      const back = () => void api.changeRun(this.id, "restore").catch((error) => toast(error.message));
      toast(t("The run is deleted."), { text: t("Undo"), act: back });
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }
}
