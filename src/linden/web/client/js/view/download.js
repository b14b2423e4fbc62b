// Taking a game or a picture of it along.

import { t } from "../state/texts.js";

/**
 * @param {Blob} blob
 * @param {string} name
 */
function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** @param {string} drawing @param {string} name */
export function saveSvg(drawing, name) {
  save(new Blob([drawing], { type: "image/svg+xml" }), name);
}

/**
 * A drawing as PNG, twice as large as it is.
 * @param {string} drawing
 * @param {string} name
 */
export async function savePng(drawing, name) {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = () => reject(new Error(t("The drawing could not be painted.")));
      image.src = url;
    });
    const [, , wide, high] = (/viewBox="([^"]+)"/.exec(drawing)?.[1] ?? "0 0 800 800").split(" ").map(Number);
    const canvas = document.createElement("canvas");
    canvas.width = wide * 2;
    canvas.height = high * 2;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ resolve) => canvas.toBlob(resolve));
    if (blob) save(blob, name);
  } finally {
    URL.revokeObjectURL(url);
  }
}
