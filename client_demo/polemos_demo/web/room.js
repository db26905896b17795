// `/rooms/ROOM`: the room's newest game with its people: the lobby, the table, the hand, the end.

import { AwayNotice } from "./away.js";
import { NOBODY, isForPeople, isFull, keptMs, namesOf, takeableSeats } from "./company.js";
import { Connection } from "./connection.js";
import { Controls } from "./controls.js";
import { element, write } from "./element.js";
import { faultPage } from "./fault.js";
import { Hand } from "./hand.js";
import { Host } from "./host.js";
import { Invite } from "./invite.js";
import { hostLink, takeFragment } from "./links.js";
import { Lobby, lobbyWords } from "./lobby.js";
import { say } from "./messages.js";
import { MySeat } from "./mine.js";
import { SeatNotice } from "./notice.js";
import { AfterGame } from "./rematch.js";
import { Seating } from "./seating.js";
import { SeatList } from "./seatlist.js";
import { openSecrets } from "./secrets.js";
import { linkField, sharePanel } from "./share.js";
import { SitForm } from "./sit.js";
import { Spectacle, layOut } from "./spectacle.js";
import { showState } from "./state.js";

/** Show a room on the page. */
export function roomPage(page, room) {
  const secrets = openSecrets();
  const mayHold = takeLink(room, secrets);
  new Room(page, room, secrets, mayHold).show();
  // A link of this room that is opened in this tab changes the fragment alone.
  addEventListener("hashchange", () => location.reload());
}

/** Keep what the address brings; tells whether its seat is to be played here without asking. */
function takeLink(room, secrets) {
  const wasHere = secrets.takeMark(room);
  const { host, invite, seat } = takeFragment();
  if (host !== null) secrets.keep(room, { host });
  if (invite !== null) secrets.keep(room, { invite });
  const kept = secrets.room(room).seat;
  if (seat === null || seat.secret === kept?.secret) return wasHere || seat !== null;
  if (kept !== null && !confirm(say("seat_link_replaces"))) return wasHere;
  secrets.keep(room, { seat: { number: null, ...seat } });
  return true;
}

class Room {
  #company = NOBODY;
  #playing = null;
  #keeping = null;

  constructor(page, room, secrets, mayHold) {
    this.page = page;
    this.room = room;
    this.secrets = secrets;
    const ask = (type, fields) => this.connection.request(type, fields);
    const inRoom = (type, fields = {}) => ask(type, { room, ...fields });
    const redraw = () => this.spectacle.redraw();
    this.spectacle = new Spectacle((view) => this.#draw(view));
    this.host = new Host(room, secrets, ask, redraw);
    this.seating = new Seating({
      room, secrets, mayHold, kept: secrets.room(room).seat, request: ask, onchange: () => this.#meet(),
    });
    this.controls = new Controls(inRoom);
    this.hand = new Hand({
      clock: this.spectacle.clock,
      onTurn: (place) => this.seating.ask("turn_card", { room, ...place }),
      onPrompt: (text) => this.spectacle.prompt(text),
    });
    this.spectacle.board.onTurn = () => this.hand.turn();
    this.away = new AwayNotice(() => deeds.onAutoplay());
    this.notice = new SeatNotice(() => this.seating.playHere());
    this.mine = new MySeat({
      room,
      onLeave: () => this.seating.leave(),
      onRename: (name) => this.#rename(name),
    });
    this.invite = new Invite(room, ask);
    this.after = new AfterGame(() => this.#rematch());
    this.fault = element("p", { class: "fault", role: "alert", hidden: true });
    const deeds = this.#hostsDeeds(inRoom);
    this.lobby = new Lobby({
      list: new SeatList(deeds),
      form: new SitForm({ name: secrets.name, onSit: (wish) => this.#sit(wish) }),
      onStart: () => deeds.onStart(),
    });
    this.people = new SeatList(deeds);
    this.hostLink = element("details", { hidden: true }, element("summary", { text: say("host_link_summary") }));
  }

  /** Lay the parts out and connect. */
  show() {
    const { page, room, spectacle } = this;
    document.title = `${room} · Polemos`;
    this.connection = new Connection({ target: { room }, listener: this.#listener() });
    showState(this.connection.state);
    this.first = element("div", {}, this.mine.node, this.invite.node, this.controls.node);
    this.peoplePanel = element(
      "section", { class: "panel", hidden: true }, element("h2", { text: say("company_title") }), this.people.node,
    );
    const share = sharePanel(`/rooms/${room}`);
    share.append(this.hostLink);
    page.replaceChildren(layOut(spectacle, this.first, this.peoplePanel, share));
    spectacle.main.prepend(this.notice.node);
    spectacle.words.before(this.fault);
    spectacle.board.node.before(this.lobby.node);
    spectacle.board.node.after(this.hand.node);
    spectacle.words.before(this.away.node);
    spectacle.result.more.append(this.after.node);
  }

  #listener() {
    const { seating, spectacle } = this;
    return {
      onOpen: () => {
        this.host.open();
        seating.opened();
      },
      onEvents: (events) => {
        spectacle.apply(events);
        seating.happened(events);
      },
      onTable: (table) => {
        spectacle.begin(table);
        seating.beheld(table);
      },
      onReset: () => {
        spectacle.forget();
        seating.follow(this.connection.game);
      },
      onCompany: (company) => this.#hearCompany(company),
      onAudience: ({ game, spectators }) => {
        if (game === this.connection.game) spectacle.count(spectators);
      },
      onTakenOver: () => seating.takenOver(),
      onLost: () => seating.lost(),
      onFault: (refused) => this.page.replaceChildren(faultPage(refused.message)),
      onState: () => spectacle.redraw(),
    };
  }

  #hearCompany(company) {
    this.#company = company;
    this.seating.looked(company);
    if (this.connection.game !== null && company.game !== this.connection.game) this.#follow(company.game);
    this.#meet();
  }

  #follow(game) {
    this.after.reset();
    this.spectacle.count(null);
    this.connection.follow(game);
    scrollTo(0, 0);
  }

  #meet() {
    const { mine, isLobby } = this.#standing(this.spectacle.view.table);
    this.spectacle.meet({
      names: namesOf(this.#company), seats: this.#company.seats, mine,
      words: isLobby ? lobbyWords(this.#scene(this.spectacle.view)) : null,
    });
  }

  #standing(table) {
    const people = isForPeople(this.#company);
    return {
      isForPeople: people,
      isLobby: people && table.rules !== null && table.dealt_at === null && table.ended === null,
      mine: this.seating.isHeld ? this.seating.number : null,
    };
  }

  /** Everything that the parts are drawn from. */
  #scene(view) {
    const { table } = view;
    const { seat } = this.seating;
    const isHost = this.host.hasControl;
    const standing = this.#standing(table);
    const isEntrant = seat.kept === null || seat.newcomer !== null;
    const isInvited = this.secrets.room(this.room).invite !== null;
    const now = this.spectacle.clock.now();
    return {
      ...standing, now, isInvited, table, tie: view.tie, company: this.#company, deal: seat.deal, player: seat.player,
      isHost, isHostRefused: this.host.isRefused, isLive: this.connection.state === "live",
      isFirstGame: /-1$/.test(this.#company.game ?? ""),
      canSit: standing.isLobby && isEntrant && !seat.deal.isLocked
        && isInvited && (takeableSeats(this.#company, now).length > 0 || seat.newcomer !== null),
      canAsk: isHost || this.seating.isHeld,
    };
  }

  #draw(view) {
    const scene = this.#scene(view);
    const { table } = view;
    this.#drawState(table);
    this.notice.draw(this.seating.seat);
    this.lobby.node.hidden = !scene.isLobby;
    if (scene.isLobby) this.lobby.draw(scene);
    const isByHand = scene.isForPeople && table.dealt_at !== null && table.ended === null && !table.is_autoplay_on;
    this.hand.draw(isByHand ? scene : null);
    this.away.draw(isByHand ? scene : null);
    this.controls.draw(scene);
    this.#drawMine(scene);
    this.#drawInvite(scene);
    this.spectacle.main.classList.toggle("is-by-hand", isByHand);
    if (table.ended !== null) this.after.draw(scene);
    this.#noteEnd(table);
    this.peoplePanel.hidden = scene.isLobby || !scene.isForPeople;
    this.people.draw(this.#company, { mine: scene.mine, isHost: scene.isHost, isOpen: false, now: scene.now });
    this.#awaitKept(scene);
    this.#drawHostLink(scene.isHost);
    this.first.hidden = [...this.first.children].every((part) => part.hidden);
  }

  /** Draw anew when the seats that are kept for somebody become anybody's. */
  #awaitKept({ company, now }) {
    clearTimeout(this.#keeping);
    const left = keptMs(company, now);
    if (left > 0) this.#keeping = setTimeout(() => this.#meet(), Math.ceil(left) + 1);
  }

  /** Bring the result into view where the person saw the game end. */
  #noteEnd({ game, ended }) {
    if (ended === null) this.#playing = game;
    else if (this.#playing === game) {
      this.#playing = null;
      this.spectacle.result.node.scrollIntoView({ block: "nearest" });
    }
  }

  #drawState(table) {
    const { state } = this.connection;
    showState(state === "live" && table.ended !== null ? "ended" : state);
  }

  #drawMine({ mine, table }) {
    this.mine.node.hidden = mine === null;
    if (mine !== null) this.mine.draw(this.seating.seat.kept, namesOf(this.#company), table.dealt_at !== null);
  }

  #drawInvite({ isLobby, isHost, isLive, company }) {
    const { invite } = this.secrets.room(this.room);
    this.invite.node.hidden = !isLobby || !isHost;
    if (!this.invite.node.hidden) this.invite.draw(invite, { isLive, isFull: isFull(company) });
  }

  #drawHostLink(isHost) {
    if (this.hostLink.hidden !== isHost) return;
    this.hostLink.hidden = !isHost;
    if (!isHost || this.hostLink.children.length > 1) return;
    const value = hostLink(this.room, this.host.secret);
    this.hostLink.append(linkField({ id: "host-link", label: say("host_link_label"), value }));
  }

  async #sit(wish) {
    await this.seating.sit(wish);
    this.lobby.arrive();
    this.spectacle.redraw();
    this.secrets.name = wish.name;
  }

  async #rename(name) {
    await this.seating.ask("change_name", { room: this.room, name });
    this.secrets.name = name;
  }

  async #rematch() {
    const { game } = await this.seating.ask("rematch", { game: this.connection.game });
    this.#follow(game);
  }

  #hostsDeeds(inRoom) {
    const attempt = async (type, fields) => {
      this.fault.hidden = true;
      try {
        await inRoom(type, fields);
      } catch (refused) {
        write(this.fault, refused.message);
        this.fault.hidden = false;
      }
    };
    return {
      onStart: () => attempt("start_game"),
      onAutoplay: () => attempt("start_autoplay"),
      onAddBot: (seat) => attempt("add_bot", { seat }),
      onRemove: (seat, name) => {
        const isDealt = this.spectacle.view.table.dealt_at !== null;
        const isPerson = this.#company.seats[seat].kind === "human";
        const question = say(isDealt ? "remove_seat_in_play" : "remove_seat_confirm", { name });
        if (!isPerson || confirm(question)) attempt("remove_seat", { seat });
      },
    };
  }
}
