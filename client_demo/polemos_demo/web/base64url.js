// Bytes as base64url without padding (RFC 4648, section 5), the spelling of every digest and secret.

/** Spell bytes. */
export function toBase64url(bytes) {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Read bytes; a text that is not how its bytes are spelled gives null. */
export function fromBase64url(text) {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null;
  const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
  return toBase64url(bytes) === text ? bytes : null;
}
