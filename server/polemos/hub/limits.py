"""Every bound of the hub in one place, the unit last in its name."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class HubLimits:
    """What a hub holds, sends and waits for at most; the defaults suit one process.

    Args:
        connections_max: sockets that are served; further ones are answered with 503.
        connections_per_address_max: sockets of one address (IPv6: of one /64); further ones are
            answered with 429. A school of 1,000 behind one address has two for each, and nobody
            who has but one address takes more than a fifth of the server.
        connections_turned_away_max: further sockets that get either answer; the rest is dropped.
        addresses_max: addresses that are remembered while they owe something, for each toll.
        address_connections_per_second: connections that one address may open in the long run. A
            page is 40 of them, one a file.
        address_connections_burst: connections that it may open at once: a class room's pages, and a
            school's sockets after a restart.
        address_requests_per_second: requests that its connections may send together in the long
            run.
        address_requests_burst: requests that they may send at once after a pause.
        address_rooms_per_minute: rooms and rematches that one address may open in the long run.
        address_rooms_burst: rooms and rematches that it may open at once after a pause.
        address_secrets_per_minute: wrong secrets that one address may show in the long run.
        address_secrets_burst: wrong secrets that it may show at once after a pause.
        address_codes_per_minute: codes that one address may have drawn in the long run; each is up
            to 15 ms of work.
        address_codes_burst: codes that it may have drawn at once after a pause.
        rooms_counted_max: rooms, and seats of rooms, that are remembered while they owe something.
        host_requests_per_second: requests that the host of one room may send in the long run, over
            however many connections. Nobody else can use them up.
        host_requests_burst: requests that the host may send at once after a pause.
        seat_requests_per_second: requests that one seat may send in the long run, over however many
            connections and whoever holds it; as many may all together who take a seat of a room.
        seat_requests_burst: requests that it may send at once after a pause.
        watches_per_connection_max: games that one connection watches at a time.
        watchers_per_game_max: connections that watch one game without a seat in its room.
        hosted_rooms_max: rooms that one connection controls.
        held_seats_max: seats that one connection holds, at most one in a room.
        codes_kept_max: drawn codes that are kept in memory, so that the same link costs once.
        request_size_bytes_max: a client's message, over all its fragments.
        fragments_max: frames that one message may come in.
        request_head_size_bytes_max: an HTTP request's head.
        requests_waiting_max: requests of one connection that wait for the one in progress.
        requests_per_second: requests that one connection may send in the long run.
        requests_burst: requests that it may send at once after a pause.
        frames_per_second: frames of every kind that it may send in the long run.
        frames_burst: frames that it may send at once after a pause.
        flood_refusals_max: refusals for haste before the connection is closed.
        channels_max: games that are watched at the same time.
        ring_events_max: events of a channel that are kept in memory.
        ring_size_bytes_max: their bytes.
        snapshot_after_events: whoever lacks more than these gets a snapshot in their place.
        snapshot_stale_events: how old a snapshot may be and still be shared.
        frame_size_bytes_max: events in one frame (one event always fits).
        flush_interval_ms_min: shortest time between two flushes of a channel.
        flush_interval_ms_max: longest time that an event waits for its flush.
        flush_budget: share of the loop's time that a channel's flushes may take, 0 to 1.
        company_interval_ms_min: shortest time between two tellings of a channel's company.
        slice_connections: connections written to before the loop does something else.
        buffer_size_bytes_max: unsent bytes of one connection from which on it is paused.
        buffers_size_bytes_max: unsent bytes of all connections together, paused or not; looked at
            once a tick and when many pause, and above it the worst laggards are dropped.
        paused_ms_max: how long a paused connection is kept.
        heartbeat_interval_ms_min: shortest time between two heartbeats of a connection.
        heartbeat_interval_ms_max: longest time between two heartbeats of a connection.
        heartbeats_unanswered_max: heartbeats after which a silent peer is dropped.
        opening_ms_max: from the connection to the whole request head.
        closing_ms_max: from the last bytes written to the peer's end of the connection.
        tick_ms: how often deadlines are looked at.
        store_reads_max: reads of the store at the same time.
        page_events_max: events read from the store at a time.
        socket_send_buffer_bytes: the kernel's share of what a stalled peer costs.
        unacknowledged_ms_max: how long the kernel keeps a peer that acknowledges nothing.
        drain_batch_connections: connections that are told goodbye before the loop does another
            thing.
        drain_ms_max: how long drained connections may take to close.
        games_listed_max: games in the list of `/games`.
    """

    connections_max: int = 10_000
    connections_per_address_max: int = 2_000
    connections_turned_away_max: int = 256
    addresses_max: int = 16_384
    address_connections_per_second: float = 400.0
    address_connections_burst: int = 8_000
    address_requests_per_second: float = 500.0
    address_requests_burst: int = 2_000
    address_rooms_per_minute: float = 60.0
    address_rooms_burst: int = 200
    address_secrets_per_minute: float = 60.0
    address_secrets_burst: int = 300
    address_codes_per_minute: float = 60.0
    address_codes_burst: int = 200
    rooms_counted_max: int = 16_384
    host_requests_per_second: float = 20.0
    host_requests_burst: int = 80
    seat_requests_per_second: float = 10.0
    seat_requests_burst: int = 40
    watches_per_connection_max: int = 8
    watchers_per_game_max: int = 5_000
    hosted_rooms_max: int = 64
    held_seats_max: int = 64
    codes_kept_max: int = 256
    request_size_bytes_max: int = 8_192
    fragments_max: int = 64
    request_head_size_bytes_max: int = 16_384
    requests_waiting_max: int = 16
    requests_per_second: float = 10.0
    requests_burst: int = 40
    frames_per_second: float = 100.0
    frames_burst: int = 400
    flood_refusals_max: int = 20
    channels_max: int = 2_048
    ring_events_max: int = 4_096
    ring_size_bytes_max: int = 1 << 20
    snapshot_after_events: int = 2_000
    snapshot_stale_events: int = 256
    frame_size_bytes_max: int = 65_536
    flush_interval_ms_min: float = 10.0
    flush_interval_ms_max: float = 250.0
    flush_budget: float = 0.5
    company_interval_ms_min: float = 100.0
    slice_connections: int = 256
    buffer_size_bytes_max: int = 65_536
    buffers_size_bytes_max: int = 256 << 20
    paused_ms_max: int = 10_000
    heartbeat_interval_ms_min: int = 15_000
    heartbeat_interval_ms_max: int = 25_000
    heartbeats_unanswered_max: int = 2
    opening_ms_max: int = 5_000
    closing_ms_max: int = 5_000
    tick_ms: int = 1_000
    store_reads_max: int = 4
    page_events_max: int = 1_000
    socket_send_buffer_bytes: int = 131_072
    unacknowledged_ms_max: int = 20_000
    drain_batch_connections: int = 256
    drain_ms_max: int = 5_000
    games_listed_max: int = 200
