"""What strangers are told of a store that fails: its own sentence names the operator's paths."""

from polemos.log.store import StoreError, StoreFull
from polemos.wire.codes import WireCode

_SENTENCES = {
    WireCode.STORAGE_FULL: "The server has no space to store anything more: try again later.",
    WireCode.STORAGE_FAILED: "The server's storage failed: try again later.",
}


def code_of(error: StoreError) -> WireCode:
    """Tell which code of the table stands for a fault of the store."""
    return WireCode.STORAGE_FULL if isinstance(error, StoreFull) else WireCode.STORAGE_FAILED


def sentence_for_strangers(error: StoreError) -> str:
    """Give the one sentence of the fault's code; whoever calls logs the store's own."""
    return _SENTENCES[code_of(error)]
