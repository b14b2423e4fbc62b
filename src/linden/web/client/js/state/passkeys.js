// Passkeys: the browser's own dialog, asked with what the server wants to know.

/** Whether this browser can, under this name. @param {boolean} possible what the server says */
export function canUsePasskeys(possible) {
  return possible && isSecureContext && typeof globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === "function";
}

/**
 * Have a new passkey made.
 * @param {Record<string, any>} options
 * @returns {Promise<Record<string, any>>}
 */
export async function makePasskey(options) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(/** @type {any} */ (options));
  return told(await navigator.credentials.create({ publicKey }));
}

/**
 * Have a passkey sign.
 * @param {Record<string, any>} options
 * @returns {Promise<Record<string, any>>}
 */
export async function usePasskey(options) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(/** @type {any} */ (options));
  return told(await navigator.credentials.get({ publicKey }));
}

/** @param {Credential | null} credential */
function told(credential) {
  return /** @type {PublicKeyCredential} */ (credential).toJSON();
}

/** Whether somebody has closed the dialog; that is no error to tell of. @param {unknown} error */
export function calledOff(error) {
  return error instanceof DOMException && (error.name === "NotAllowedError" || error.name === "AbortError");
}
