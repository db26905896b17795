"""Public ids and secrets, drawn in the shell so that nothing below it draws anything."""

import hashlib
import secrets
from typing import Protocol

ROOM_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32 in lower case: no letter that is read as another."""

ROOM_LETTERS = 10
SECRET_BYTES = 32


class Identities(Protocol):
    """Where ids and secrets come from."""

    def room(self) -> str:
        """Draw a public room id."""
        ...

    def secret(self) -> bytes:
        """Draw the 32-byte secret of a game."""
        ...

    def link_secret(self) -> str:
        """Draw the secret of a link, at least 128 bits, safe in a URL."""
        ...

    def command_id(self) -> str:
        """Draw the id of one append."""
        ...


class SystemIdentities:
    """Draws from the operating system."""

    def room(self) -> str:
        """Draw 50 bits, ten letters."""
        return "".join(secrets.choice(ROOM_ALPHABET) for _ in range(ROOM_LETTERS))

    def secret(self) -> bytes:
        """Draw 32 bytes."""
        return secrets.token_bytes(SECRET_BYTES)

    def link_secret(self) -> str:
        """Draw 256 bits as 43 letters of base64url."""
        return secrets.token_urlsafe(SECRET_BYTES)

    def command_id(self) -> str:
        """Draw 128 bits as 22 letters of base64url."""
        return secrets.token_urlsafe(16)


def secret_digest(secret: str) -> bytes:
    """Digest a link's or a seat's secret for the vault, which never holds the secret itself."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).digest()
