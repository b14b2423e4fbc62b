// Where the page begins.

import { api } from "./api.js";
import { ahead, listen, show } from "./router.js";
import { settings } from "./state/settings.js";
import { useTexts } from "./state/texts.js";
import { bar } from "./view/bar.js";
import { wake } from "./view/sound.js";

async function begin() {
  ahead();
  // Without a catalogue the keys themselves are good English.
  useTexts(await api.texts().catch(() => undefined), document.documentElement.lang);
  bar();
  listen();
  for (const touch of ["pointerdown", "pointerup", "keydown"]) addEventListener(touch, wake, { passive: true });
  if (settings.signedIn) import("./state/preferences.js").then(({ keepUp }) => keepUp(), () => {});
  await show();
}

/** Where the browser allows it, a worker stays that has a page to show without the server. */
function stay() {
  navigator.serviceWorker?.register("/service-worker.js", { updateViaCache: "none" }).catch(() => {
    // Not everywhere; the page is the same without it.
  });
}

void begin();
addEventListener("load", stay);
