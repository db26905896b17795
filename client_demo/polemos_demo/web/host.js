// The host's side of a connection: shows the room's secret on every new one.

/** Takes control of a room where this browser keeps its host's secret. */
export class Host {
  /** `request(type, fields)` sends; `onchange()` is called when control is had or lost. */
  constructor(room, secrets, request, onchange) {
    this.room = room;
    this.secrets = secrets;
    this.request = request;
    this.onchange = onchange;
    this.hasControl = false;
    this.isRefused = false;
  }

  /** The secret, or null. */
  get secret() {
    return this.secrets.room(this.room).host;
  }

  /** Take control on a connection that has just opened. */
  async open() {
    const { room, secret } = this;
    if (secret === null) return;
    try {
      await this.request("take_control", { room, host_secret: secret });
      this.hasControl = true;
    } catch (refused) {
      if (refused.code === "disconnected") return;
      if (refused.code === "wrong_secret") this.secrets.keep(room, { host: null });
      this.hasControl = false;
      this.isRefused = true;
    }
    this.onchange();
  }
}
