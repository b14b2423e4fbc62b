// Where the page begins.

import { api } from "./api.js";
import { listen, show } from "./router.js";
import { useTexts } from "./state/texts.js";
import { bar } from "./view/bar.js";
import { wake } from "./view/sound.js";

async function begin() {
  // Without a catalogue the keys themselves are good English.
  useTexts(await api.texts().catch(() => ({})));
  bar();
  listen();
  for (const touch of ["pointerdown", "pointerup", "keydown"]) addEventListener(touch, wake, { passive: true });
  await show();
}

void begin();
