// What the server tells beside the socket, as JSON.

/** Read a path of this server; rejects with the server's own sentence, or the network's. */
export async function readJson(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error((await response.text()).trim());
  return response.json();
}
